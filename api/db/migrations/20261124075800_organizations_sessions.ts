import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "session_idle_minutes" integer NOT NULL DEFAULT 60;
  ALTER TABLE "organizations" ADD COLUMN "session_hours" integer NOT NULL DEFAULT 24;
  ALTER TABLE "organizations" ADD COLUMN "remembered_session_days" integer NOT NULL DEFAULT 30;
  ALTER TABLE "sessions" ADD COLUMN "idle_minutes" integer NOT NULL DEFAULT 60;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "sessions" DROP COLUMN "idle_minutes";
  ALTER TABLE "organizations" DROP COLUMN "session_idle_minutes";
  ALTER TABLE "organizations" DROP COLUMN "session_hours";
  ALTER TABLE "organizations" DROP COLUMN "remembered_session_days";
`);
