import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "password_length" integer NOT NULL DEFAULT 0;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" DROP COLUMN "password_length";
`);
