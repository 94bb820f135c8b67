import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE INDEX "records_user_created_time" ON "records" ("user", "created_time") WHERE "user" <> '';
  CREATE INDEX "records_object_created_time" ON "records" ("object", "created_time") WHERE object <> '';
  CREATE INDEX "records_action_created_time" ON "records" ("action", "created_time") WHERE action <> '';
  CREATE INDEX "records_outcome_created_time" ON "records" ("outcome", "created_time") WHERE outcome <> '';
  CREATE INDEX "records_application_created_time" ON "records" ("application", "created_time") WHERE application <> '';
  CREATE INDEX "records_request_id" ON "records" ("request_id") WHERE request_id <> '';
  CREATE INDEX "records_session_id_created_time" ON "records" ("session_id", "created_time") WHERE session_id <> '';
  CREATE INDEX "records_searched_text" ON "records" USING gin (("user" || ' ' || action || ' ' || object || ' ' || reason || ' ' || client_ip) gin_trgm_ops);
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "records_user_created_time";
  DROP INDEX "records_object_created_time";
  DROP INDEX "records_action_created_time";
  DROP INDEX "records_outcome_created_time";
  DROP INDEX "records_application_created_time";
  DROP INDEX "records_request_id";
  DROP INDEX "records_session_id_created_time";
  DROP INDEX "records_searched_text";
`);
