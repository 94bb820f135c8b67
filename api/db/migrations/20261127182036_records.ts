import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  DROP INDEX "records_searched_text";
  CREATE INDEX "records_method_created_time" ON "records" ("method", "created_time") WHERE method <> '';
  CREATE INDEX "records_protocol_created_time" ON "records" ("protocol", "created_time") WHERE protocol <> '';
  CREATE INDEX "records_name_start" ON "records" ("name" text_pattern_ops);
  CREATE INDEX "records_searched_text" ON "records" USING gin (("user" || ' ' || action || ' ' || object || ' ' || reason || ' ' || client_ip || ' ' || request_uri || ' ' || organization || ' ' || application || ' ' || resource) gin_trgm_ops);
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "records_method_created_time";
  DROP INDEX "records_protocol_created_time";
  DROP INDEX "records_name_start";
  DROP INDEX "records_searched_text";
  CREATE INDEX "records_searched_text" ON "records" USING gin (("user" || ' ' || action || ' ' || object || ' ' || reason || ' ' || client_ip) gin_trgm_ops);
`);
