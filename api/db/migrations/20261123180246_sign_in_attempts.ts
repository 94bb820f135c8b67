import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "sign_in_attempts" ADD COLUMN "method" text NOT NULL DEFAULT '';
  ALTER TABLE "sign_in_attempts" ADD COLUMN "request" text NOT NULL DEFAULT '';
  ALTER TABLE "sign_in_attempts" ADD COLUMN "is_impersonated" boolean NOT NULL DEFAULT false;
  ALTER TABLE "sign_in_attempts" ADD COLUMN "is_remembered" boolean NOT NULL DEFAULT false;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "sign_in_attempts" DROP COLUMN "method";
  ALTER TABLE "sign_in_attempts" DROP COLUMN "request";
  ALTER TABLE "sign_in_attempts" DROP COLUMN "is_impersonated";
  ALTER TABLE "sign_in_attempts" DROP COLUMN "is_remembered";
`);
