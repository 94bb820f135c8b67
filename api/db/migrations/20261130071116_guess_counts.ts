import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "guess_counts" ADD COLUMN "account" text NOT NULL DEFAULT '';
  ALTER TABLE "guess_counts" ADD COLUMN "secret" text NOT NULL DEFAULT '';
  CREATE INDEX "guess_counts_account" ON "guess_counts" ("account") WHERE account <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "guess_counts_account";
  ALTER TABLE "guess_counts" DROP COLUMN "account";
  ALTER TABLE "guess_counts" DROP COLUMN "secret";
`);
