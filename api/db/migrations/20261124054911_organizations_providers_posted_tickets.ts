import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "language" text NOT NULL DEFAULT '';
  ALTER TABLE "providers" ADD COLUMN "require_tls" boolean NOT NULL DEFAULT false;
  ALTER TABLE "providers" ADD COLUMN "mail_templates" jsonb NOT NULL DEFAULT '[]'::jsonb;
  CREATE TABLE "posted_tickets" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "provider" text NOT NULL DEFAULT '',
    "ticket" text NOT NULL DEFAULT '',
    "issued_time" timestamptz,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "posted_tickets_provider" ON "posted_tickets" ("provider");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "posted_tickets";
  ALTER TABLE "providers" DROP COLUMN "require_tls";
  ALTER TABLE "providers" DROP COLUMN "mail_templates";
  ALTER TABLE "organizations" DROP COLUMN "language";
`);
