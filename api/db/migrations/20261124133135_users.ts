import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" ADD COLUMN "signin_countries" jsonb NOT NULL DEFAULT '[]'::jsonb;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" DROP COLUMN "signin_countries";
`);
