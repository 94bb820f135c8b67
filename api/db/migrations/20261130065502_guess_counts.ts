import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "guess_counts" ADD COLUMN "user_id" text NOT NULL DEFAULT '';
  ALTER TABLE "guess_counts" ADD COLUMN "secret" text NOT NULL DEFAULT '';
  CREATE INDEX "guess_counts_user_id" ON "guess_counts" ("user_id") WHERE user_id <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "guess_counts_user_id";
  ALTER TABLE "guess_counts" DROP COLUMN "user_id";
  ALTER TABLE "guess_counts" DROP COLUMN "secret";
`);
