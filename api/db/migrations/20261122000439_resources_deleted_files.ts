import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE INDEX "resources_name" ON "resources" ("name") WHERE name <> '';
  CREATE TABLE "deleted_files" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "user" text NOT NULL DEFAULT '',
    "provider" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "tag" text NOT NULL DEFAULT '',
    "parent" text NOT NULL DEFAULT '',
    "file_name" text NOT NULL DEFAULT '',
    "file_type" text NOT NULL DEFAULT '',
    "file_format" text NOT NULL DEFAULT '',
    "file_size" integer NOT NULL DEFAULT 0,
    "url" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "deleted_files_name" ON "deleted_files" ("name") WHERE name <> '';
  CREATE INDEX "deleted_files_provider" ON "deleted_files" ("provider");
  CREATE INDEX "deleted_files_application" ON "deleted_files" ("application");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "deleted_files";
  DROP INDEX "resources_name";
`);
