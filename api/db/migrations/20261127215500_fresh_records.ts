import type { Knex } from 'knex';

// By hand: the tables are parts of `records`, so the model names them only there.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "records_fresh" ("id" bigint NOT NULL DEFAULT nextval('records_id_seq'), "event" text NOT NULL, "told" text NOT NULL);
  CREATE TABLE "records_blank" (LIKE "records" INCLUDING DEFAULTS);
  INSERT INTO "records_blank" ("id", "created_time") VALUES (0, now());
`);

/** Events that nobody was told yet are lost, and their records are kept. */
export const down = (db: Knex) =>
  db.raw(`
  INSERT INTO "records" SELECT filed.* FROM "records_fresh" AS fresh, "records_blank" AS blank,
    jsonb_populate_record(NULL::"records", to_jsonb(blank) || fresh.told::jsonb || jsonb_build_object('id', fresh.id)) AS filed;
  DROP TABLE "records_fresh";
  DROP TABLE "records_blank";
`);
