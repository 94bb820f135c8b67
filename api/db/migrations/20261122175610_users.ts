import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" SET (fillfactor = 90);
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" RESET (fillfactor);
`);
