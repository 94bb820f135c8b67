import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" ADD COLUMN "client_type" text NOT NULL DEFAULT 'confidential';
  ALTER TABLE "applications" ADD COLUMN "oauth_features" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "tokens" ADD COLUMN "grant_id" text NOT NULL DEFAULT '';
  ALTER TABLE "tokens" ADD COLUMN "session_id" text NOT NULL DEFAULT '';
  ALTER TABLE "tokens" ADD COLUMN "details" text NOT NULL DEFAULT '';
  CREATE INDEX "tokens_grant_id" ON "tokens" ("grant_id") WHERE grant_id <> '';
  CREATE INDEX "tokens_session_id" ON "tokens" ("session_id") WHERE session_id <> '';
  CREATE TABLE "artifacts" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "model" text NOT NULL DEFAULT '',
    "payload" text NOT NULL DEFAULT '',
    "grant_id" text NOT NULL DEFAULT '',
    "session_id" text NOT NULL DEFAULT '',
    "account_id" text NOT NULL DEFAULT '',
    "user_code" text NOT NULL DEFAULT '',
    "consumed_time" timestamptz,
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "artifacts_grant_id" ON "artifacts" ("grant_id") WHERE grant_id <> '';
  CREATE INDEX "artifacts_session_id" ON "artifacts" ("session_id") WHERE session_id <> '';
  CREATE INDEX "artifacts_account_id" ON "artifacts" ("account_id") WHERE account_id <> '';
  CREATE INDEX "artifacts_user_code" ON "artifacts" ("user_code") WHERE user_code <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "artifacts";
  DROP INDEX "tokens_grant_id";
  DROP INDEX "tokens_session_id";
  ALTER TABLE "tokens" DROP COLUMN "grant_id";
  ALTER TABLE "tokens" DROP COLUMN "session_id";
  ALTER TABLE "tokens" DROP COLUMN "details";
  ALTER TABLE "applications" DROP COLUMN "client_type";
  ALTER TABLE "applications" DROP COLUMN "oauth_features";
`);
