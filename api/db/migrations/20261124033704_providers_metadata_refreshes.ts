import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "providers" ADD COLUMN "metadata_url" text NOT NULL DEFAULT '';
  ALTER TABLE "providers" ADD COLUMN "metadata_cert" text NOT NULL DEFAULT '';
  ALTER TABLE "providers" ADD COLUMN "allow_unsolicited" boolean NOT NULL DEFAULT false;
  CREATE TABLE "metadata_refreshes" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "provider" text NOT NULL DEFAULT '',
    "facts" text NOT NULL DEFAULT '',
    "read_time" timestamptz,
    "try_time" timestamptz,
    "next_time" timestamptz,
    "valid_until" timestamptz,
    "failures" integer NOT NULL DEFAULT 0,
    "problem" text NOT NULL DEFAULT '',
    "differing" jsonb NOT NULL DEFAULT '[]'::jsonb,
    PRIMARY KEY ("owner", "name")
  );
  CREATE UNIQUE INDEX "metadata_refreshes_provider_unique" ON "metadata_refreshes" ("provider") WHERE provider <> '';
  CREATE INDEX "metadata_refreshes_provider" ON "metadata_refreshes" ("provider");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "metadata_refreshes";
  ALTER TABLE "providers" DROP COLUMN "metadata_url";
  ALTER TABLE "providers" DROP COLUMN "metadata_cert";
  ALTER TABLE "providers" DROP COLUMN "allow_unsolicited";
`);
