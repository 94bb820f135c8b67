import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  DROP INDEX "records_outcome_created_time";
  DROP INDEX "records_user";
  CREATE INDEX "records_outcome_created_time" ON "records" ("outcome", "created_time") WHERE outcome <> 'ok';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "records_outcome_created_time";
  CREATE INDEX "records_outcome_created_time" ON "records" ("outcome", "created_time") WHERE outcome <> '';
  CREATE INDEX "records_user" ON "records" ("user");
`);
