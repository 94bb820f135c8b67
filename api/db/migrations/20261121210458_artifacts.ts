import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  DROP INDEX "artifacts_grant_id";
  CREATE INDEX "artifacts_grant_id_model" ON "artifacts" ("grant_id", "model") WHERE grant_id <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "artifacts_grant_id_model";
  CREATE INDEX "artifacts_grant_id" ON "artifacts" ("grant_id") WHERE grant_id <> '';
`);
