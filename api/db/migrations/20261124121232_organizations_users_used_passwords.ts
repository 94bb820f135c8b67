import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "password_history" integer NOT NULL DEFAULT 0;
  ALTER TABLE "organizations" ADD COLUMN "password_days" integer NOT NULL DEFAULT 0;
  ALTER TABLE "users" ADD COLUMN "password_changed_time" timestamptz;
  CREATE TABLE "used_passwords" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "password" text NOT NULL DEFAULT '',
    "password_salt" text NOT NULL DEFAULT '',
    "password_type" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "used_passwords_owner_user" ON "used_passwords" ("owner", "user") WHERE "user" <> '';
  CREATE INDEX "used_passwords_user" ON "used_passwords" ("user");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "used_passwords";
  ALTER TABLE "users" DROP COLUMN "password_changed_time";
  ALTER TABLE "organizations" DROP COLUMN "password_history";
  ALTER TABLE "organizations" DROP COLUMN "password_days";
`);
