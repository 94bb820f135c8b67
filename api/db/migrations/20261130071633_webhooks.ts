import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "webhooks" ADD COLUMN "problem_code" text NOT NULL DEFAULT '';
  ALTER TABLE "webhooks" ADD COLUMN "problem_value" text NOT NULL DEFAULT '';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "webhooks" DROP COLUMN "problem_code";
  ALTER TABLE "webhooks" DROP COLUMN "problem_value";
`);
