import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" ADD COLUMN "must_change_password" boolean NOT NULL DEFAULT false;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" DROP COLUMN "must_change_password";
`);
