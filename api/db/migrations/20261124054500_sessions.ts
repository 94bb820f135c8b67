import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE INDEX "sessions_owner_created_time_id" ON "sessions" ("owner", "created_time", "id");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "sessions_owner_created_time_id";
`);
