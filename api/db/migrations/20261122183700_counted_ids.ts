import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "counted_ids" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "last" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "counted_ids";
`);
