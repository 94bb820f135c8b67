import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE INDEX "records_id" ON "records" ("id");
  CREATE TABLE "record_heads" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "number" integer NOT NULL DEFAULT 0,
    "month" text NOT NULL DEFAULT '',
    "to_id" double precision NOT NULL DEFAULT 0,
    "sealed_time" timestamptz,
    "fields" text NOT NULL DEFAULT '',
    "members" text NOT NULL DEFAULT '',
    "rows" text NOT NULL DEFAULT '',
    "previous" text NOT NULL DEFAULT '',
    "digest" text NOT NULL DEFAULT '',
    "signature" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE TABLE "record_seals" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "sealed_to" double precision NOT NULL DEFAULT 0,
    "marked_to" double precision NOT NULL DEFAULT 0,
    "marked_by" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE TABLE "record_anchors" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "number" integer NOT NULL DEFAULT 0,
    "records" double precision NOT NULL DEFAULT 0,
    "to_id" double precision NOT NULL DEFAULT 0,
    "sealed_time" timestamptz,
    "heads" text NOT NULL DEFAULT '',
    "previous" text NOT NULL DEFAULT '',
    "digest" text NOT NULL DEFAULT '',
    "signature" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "record_anchors";
  DROP TABLE "record_seals";
  DROP TABLE "record_heads";
  DROP INDEX "records_id";
`);
