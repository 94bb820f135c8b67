import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" ADD COLUMN "enable_link_signin" boolean NOT NULL DEFAULT false;
  ALTER TABLE "verification_codes" ADD COLUMN "browser" text NOT NULL DEFAULT '';
  ALTER TABLE "verification_codes" ADD COLUMN "data" text NOT NULL DEFAULT '';
  CREATE UNIQUE INDEX "verification_codes_id_unique" ON "verification_codes" ("id") WHERE id <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "verification_codes_id_unique";
  ALTER TABLE "verification_codes" DROP COLUMN "browser";
  ALTER TABLE "verification_codes" DROP COLUMN "data";
  ALTER TABLE "applications" DROP COLUMN "enable_link_signin";
`);
