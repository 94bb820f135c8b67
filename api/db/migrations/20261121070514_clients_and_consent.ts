import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "default_application" text NOT NULL DEFAULT '';
  CREATE INDEX "organizations_default_application" ON "organizations" ("default_application");
  ALTER TABLE "applications" ADD COLUMN "workload" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "require_consent" boolean NOT NULL DEFAULT false;
  ALTER TABLE "applications" ADD COLUMN "backchannel_logout_uri" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "is_enabled" boolean NOT NULL DEFAULT true;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" DROP COLUMN "workload";
  ALTER TABLE "applications" DROP COLUMN "require_consent";
  ALTER TABLE "applications" DROP COLUMN "backchannel_logout_uri";
  ALTER TABLE "applications" DROP COLUMN "is_enabled";
  DROP INDEX "organizations_default_application";
  ALTER TABLE "organizations" DROP COLUMN "default_application";
`);
