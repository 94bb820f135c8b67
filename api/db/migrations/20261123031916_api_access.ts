import type { Knex } from 'knex';

// Applications of before keep Casdoor's meaning: their programs rely on all of it.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" ADD COLUMN "api_access" text NOT NULL DEFAULT 'administrator';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" DROP COLUMN "api_access";
`);
