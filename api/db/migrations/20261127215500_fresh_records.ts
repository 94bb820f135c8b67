import type { Knex } from 'knex';

// By hand: the table is a part of `records`, so the model names it only there.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "records_fresh" (LIKE "records" INCLUDING DEFAULTS, "fresh_event" text NOT NULL DEFAULT '');
`);

/** Events that nobody was told yet are lost, and their records are kept. */
export const down = (db: Knex) =>
  db.raw(`
  INSERT INTO "records" SELECT filed.* FROM "records_fresh" AS fresh, jsonb_populate_record(NULL::"records", to_jsonb(fresh)) AS filed;
  DROP TABLE "records_fresh";
`);
