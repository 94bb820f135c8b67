import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ALTER COLUMN "is_profile_public" SET DEFAULT false;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ALTER COLUMN "is_profile_public" SET DEFAULT true;
`);
