import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE INDEX "subscriptions_end_date_state" ON "subscriptions" ("end_date", "state") WHERE end_date <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "subscriptions_end_date_state";
`);
