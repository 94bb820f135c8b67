import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "payment_differences" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "provider" text NOT NULL DEFAULT '',
    "day" text NOT NULL DEFAULT '',
    "words" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "payment_differences";
`);
