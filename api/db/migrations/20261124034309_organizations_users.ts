import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "enable_account_deletion" boolean NOT NULL DEFAULT false;
  ALTER TABLE "users" ADD COLUMN "time_zone" text NOT NULL DEFAULT '';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" DROP COLUMN "time_zone";
  ALTER TABLE "organizations" DROP COLUMN "enable_account_deletion";
`);
