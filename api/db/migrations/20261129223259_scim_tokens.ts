import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "scim_tokens" ADD COLUMN "declared_name" text NOT NULL DEFAULT '';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "scim_tokens" DROP COLUMN "declared_name";
`);
