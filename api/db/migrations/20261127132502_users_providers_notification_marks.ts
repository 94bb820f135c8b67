import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" ADD COLUMN "digest_day" text NOT NULL DEFAULT '';
  CREATE INDEX "users_digest_day" ON "users" ("digest_day") WHERE digest_day <> '';
  ALTER TABLE "providers" ADD COLUMN "failing_since" timestamptz;
  ALTER TABLE "providers" ADD COLUMN "problem" text NOT NULL DEFAULT '';
  CREATE TABLE "notification_marks" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "notification" text NOT NULL DEFAULT '',
    "dismissed_time" timestamptz,
    "mailed_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "notification_marks_owner_user" ON "notification_marks" ("owner", "user") WHERE "user" <> '';
  CREATE INDEX "notification_marks_user" ON "notification_marks" ("user");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "notification_marks";
  ALTER TABLE "providers" DROP COLUMN "failing_since";
  ALTER TABLE "providers" DROP COLUMN "problem";
  DROP INDEX "users_digest_day";
  ALTER TABLE "users" DROP COLUMN "digest_day";
`);
