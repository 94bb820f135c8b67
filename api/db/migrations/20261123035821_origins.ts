import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "origins" ADD COLUMN "dropped_secrets" jsonb NOT NULL DEFAULT '[]'::jsonb;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "origins" DROP COLUMN "dropped_secrets";
`);
