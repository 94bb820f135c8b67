import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "records" ADD COLUMN "request_id" text NOT NULL DEFAULT '';
  ALTER TABLE "records" ADD COLUMN "session_id" text NOT NULL DEFAULT '';
  ALTER TABLE "records" ADD COLUMN "protocol" text NOT NULL DEFAULT '';
  ALTER TABLE "records" ADD COLUMN "application" text NOT NULL DEFAULT '';
  ALTER TABLE "records" ADD COLUMN "resource" text NOT NULL DEFAULT '';
  ALTER TABLE "records" ADD COLUMN "device" text NOT NULL DEFAULT '';
  ALTER TABLE "records" ADD COLUMN "country" text NOT NULL DEFAULT '';
  ALTER TABLE "records" ADD COLUMN "changes" jsonb NOT NULL DEFAULT '[]'::jsonb;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "records" DROP COLUMN "request_id";
  ALTER TABLE "records" DROP COLUMN "session_id";
  ALTER TABLE "records" DROP COLUMN "protocol";
  ALTER TABLE "records" DROP COLUMN "application";
  ALTER TABLE "records" DROP COLUMN "resource";
  ALTER TABLE "records" DROP COLUMN "device";
  ALTER TABLE "records" DROP COLUMN "country";
  ALTER TABLE "records" DROP COLUMN "changes";
`);
