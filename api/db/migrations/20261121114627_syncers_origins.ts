import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "syncers" ADD COLUMN "last_run_time" timestamptz;
  ALTER TABLE "origins" ADD COLUMN "deletion_policy" text NOT NULL DEFAULT '';
  ALTER TABLE "origins" ADD COLUMN "is_protected" boolean NOT NULL DEFAULT false;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "origins" DROP COLUMN "deletion_policy";
  ALTER TABLE "origins" DROP COLUMN "is_protected";
  ALTER TABLE "syncers" DROP COLUMN "last_run_time";
`);
