import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "refuse_breached_passwords" boolean NOT NULL DEFAULT false;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" DROP COLUMN "refuse_breached_passwords";
`);
