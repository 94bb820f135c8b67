import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "roles" ADD COLUMN "description" text NOT NULL DEFAULT '';
  ALTER TABLE "permissions" ADD COLUMN "description" text NOT NULL DEFAULT '';
  ALTER TABLE "products" ADD COLUMN "description" text NOT NULL DEFAULT '';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "products" DROP COLUMN "description";
  ALTER TABLE "permissions" DROP COLUMN "description";
  ALTER TABLE "roles" DROP COLUMN "description";
`);
