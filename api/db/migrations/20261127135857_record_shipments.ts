import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "record_shipments" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "position" double precision NOT NULL DEFAULT 0,
    "anchor" integer NOT NULL DEFAULT 0,
    "holder" text NOT NULL DEFAULT '',
    "held_until" timestamptz,
    PRIMARY KEY ("owner", "name")
  );
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "record_shipments";
`);
