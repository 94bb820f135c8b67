import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "groups" ADD COLUMN "id" text NOT NULL DEFAULT '';
  CREATE UNIQUE INDEX "groups_id_unique" ON "groups" ("id") WHERE id <> '';
  CREATE TABLE "scim_tokens" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "display_name" text NOT NULL DEFAULT '',
    "digest" text NOT NULL DEFAULT '',
    "maker" text NOT NULL DEFAULT '',
    "expire_time" timestamptz,
    "last_used_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "scim_tokens_digest_unique" ON "scim_tokens" ("digest") WHERE digest <> '';
  CREATE UNIQUE INDEX "scim_tokens_owner_display_name_unique" ON "scim_tokens" ("owner", "display_name") WHERE display_name <> '';
  CREATE INDEX "scim_tokens_maker" ON "scim_tokens" ("maker");
  CREATE TABLE "scim_links" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "resource" text NOT NULL DEFAULT 'User',
    "user_name" text NOT NULL DEFAULT '',
    "group_name" text NOT NULL DEFAULT '',
    "external_id" text NOT NULL DEFAULT '',
    "document" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "scim_links_owner_resource_external_id_unique" ON "scim_links" ("owner", "resource", "external_id") WHERE resource <> '' AND external_id <> '';
  CREATE UNIQUE INDEX "scim_links_owner_user_name_unique" ON "scim_links" ("owner", "user_name") WHERE user_name <> '';
  CREATE UNIQUE INDEX "scim_links_owner_group_name_unique" ON "scim_links" ("owner", "group_name") WHERE group_name <> '';
  CREATE INDEX "scim_links_user_name" ON "scim_links" ("user_name");
  CREATE INDEX "scim_links_group_name" ON "scim_links" ("group_name");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "scim_links";
  DROP TABLE "scim_tokens";
  DROP INDEX "groups_id_unique";
  ALTER TABLE "groups" DROP COLUMN "id";
`);
