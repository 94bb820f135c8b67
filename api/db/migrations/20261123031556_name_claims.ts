import type { Knex } from 'knex';

// Applications of before keep Casdoor's meaning: their accounts elsewhere are named by it.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" ADD COLUMN "name_claims" text NOT NULL DEFAULT 'casdoor';
  ALTER TABLE "applications" ALTER COLUMN "name_claims" SET DEFAULT 'standard';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" DROP COLUMN "name_claims";
`);
