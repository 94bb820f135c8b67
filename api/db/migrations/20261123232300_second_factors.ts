import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "second_factor" text NOT NULL DEFAULT 'optional';
  ALTER TABLE "organizations" ADD COLUMN "weak_second_factors" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "organizations" ADD COLUMN "second_factor_grace_days" integer NOT NULL DEFAULT 0;
  ALTER TABLE "organizations" ADD COLUMN "second_factor_hours" integer NOT NULL DEFAULT 0;
  ALTER TABLE "organizations" ADD COLUMN "trusted_device_days" integer NOT NULL DEFAULT 0;
  ALTER TABLE "users" ADD COLUMN "require_second_factor" boolean NOT NULL DEFAULT false;
  ALTER TABLE "users" ADD COLUMN "second_factors" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "users" ADD COLUMN "second_factor_asked_time" timestamptz;
  ALTER TABLE "applications" ADD COLUMN "second_factor" text NOT NULL DEFAULT 'organization';
  ALTER TABLE "sessions" ADD COLUMN "amr" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "sessions" ADD COLUMN "authenticated_time" timestamptz;
  ALTER TABLE "sessions" ADD COLUMN "factor_time" timestamptz;
  UPDATE "sessions" SET "authenticated_time" = "created_time", "amr" = CASE WHEN "is_impersonated" THEN '["pwd", "master"]'::jsonb ELSE '["pwd"]'::jsonb END;
  CREATE TABLE "factors" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "type" text NOT NULL DEFAULT '',
    "secret" text NOT NULL DEFAULT '',
    "destination" text NOT NULL DEFAULT '',
    "last_step" integer NOT NULL DEFAULT 0,
    "digests" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "used_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "factors_owner_user_type_unique" ON "factors" ("owner", "user", "type") WHERE "user" <> '' AND type <> '';
  CREATE INDEX "factors_user" ON "factors" ("user");
  CREATE TABLE "trusted_devices" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "client_ip" text NOT NULL DEFAULT '',
    "user_agent" text NOT NULL DEFAULT '',
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "trusted_devices_owner_user" ON "trusted_devices" ("owner", "user") WHERE "user" <> '';
  CREATE INDEX "trusted_devices_user" ON "trusted_devices" ("user");
  ALTER TABLE "sign_in_attempts" ADD COLUMN "session" text NOT NULL DEFAULT '';
  ALTER TABLE "sign_in_attempts" ADD COLUMN "amr" jsonb NOT NULL DEFAULT '[]'::jsonb;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "sign_in_attempts" DROP COLUMN "session";
  ALTER TABLE "sign_in_attempts" DROP COLUMN "amr";
  DROP TABLE "trusted_devices";
  DROP TABLE "factors";
  ALTER TABLE "sessions" DROP COLUMN "amr";
  ALTER TABLE "sessions" DROP COLUMN "authenticated_time";
  ALTER TABLE "sessions" DROP COLUMN "factor_time";
  ALTER TABLE "applications" DROP COLUMN "second_factor";
  ALTER TABLE "users" DROP COLUMN "require_second_factor";
  ALTER TABLE "users" DROP COLUMN "second_factors";
  ALTER TABLE "users" DROP COLUMN "second_factor_asked_time";
  ALTER TABLE "organizations" DROP COLUMN "second_factor";
  ALTER TABLE "organizations" DROP COLUMN "weak_second_factors";
  ALTER TABLE "organizations" DROP COLUMN "second_factor_grace_days";
  ALTER TABLE "organizations" DROP COLUMN "second_factor_hours";
  ALTER TABLE "organizations" DROP COLUMN "trusted_device_days";
`);
