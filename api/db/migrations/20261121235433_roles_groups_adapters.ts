import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "roles" ADD COLUMN "groups" jsonb NOT NULL DEFAULT '[]'::jsonb;
  CREATE INDEX "roles_groups" ON "roles" USING gin ("groups" jsonb_path_ops);
  CREATE TABLE "groups" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "type" text NOT NULL DEFAULT 'Virtual',
    "parent_id" text NOT NULL DEFAULT '',
    "manager" text NOT NULL DEFAULT '',
    "contact_email" text NOT NULL DEFAULT '',
    "users" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "groups_owner_created_time_name" ON "groups" ("owner", "created_time", "name");
  CREATE INDEX "groups_parent_id" ON "groups" ("parent_id");
  CREATE INDEX "groups_manager" ON "groups" ("manager");
  CREATE INDEX "groups_users" ON "groups" USING gin ("users" jsonb_path_ops);
  CREATE TABLE "adapters" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "type" text NOT NULL DEFAULT 'Database',
    "database_type" text NOT NULL DEFAULT 'postgres',
    "host" text NOT NULL DEFAULT '',
    "port" integer NOT NULL DEFAULT 5432,
    "ssl_mode" text NOT NULL DEFAULT 'require',
    "user" text NOT NULL DEFAULT '',
    "password" text NOT NULL DEFAULT '',
    "database" text NOT NULL DEFAULT '',
    "table_name_prefix" text NOT NULL DEFAULT '',
    "table" text NOT NULL DEFAULT 'casbin_rule',
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "adapters_owner_created_time_name" ON "adapters" ("owner", "created_time", "name");
  CREATE TABLE "enforcers" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "model" text NOT NULL DEFAULT '',
    "adapter" text NOT NULL DEFAULT '',
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "enforcers_owner_created_time_name" ON "enforcers" ("owner", "created_time", "name");
  CREATE INDEX "enforcers_model" ON "enforcers" ("model");
  CREATE INDEX "enforcers_adapter" ON "enforcers" ("adapter");
  CREATE TABLE "plans" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "price_per_month" double precision NOT NULL DEFAULT 0,
    "price_per_year" double precision NOT NULL DEFAULT 0,
    "currency" text NOT NULL DEFAULT 'USD',
    "role" text NOT NULL DEFAULT '',
    "options" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "plans_owner_created_time_name" ON "plans" ("owner", "created_time", "name");
  CREATE INDEX "plans_role" ON "plans" ("role");
  CREATE TABLE "pricings" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "plans" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "trial_duration" integer NOT NULL DEFAULT 0,
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "pricings_owner_created_time_name" ON "pricings" ("owner", "created_time", "name");
  CREATE INDEX "pricings_application" ON "pricings" ("application");
  CREATE INDEX "pricings_plans" ON "pricings" USING gin ("plans" jsonb_path_ops);
  CREATE TABLE "subscriptions" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "plan" text NOT NULL DEFAULT '',
    "start_date" timestamptz,
    "duration" integer NOT NULL DEFAULT 0,
    "end_date" timestamptz,
    "state" text NOT NULL DEFAULT 'Pending',
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "subscriptions_owner_created_time_name" ON "subscriptions" ("owner", "created_time", "name");
  CREATE INDEX "subscriptions_user" ON "subscriptions" ("user");
  CREATE INDEX "subscriptions_plan" ON "subscriptions" ("plan");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "subscriptions";
  DROP TABLE "pricings";
  DROP TABLE "plans";
  DROP TABLE "enforcers";
  DROP TABLE "adapters";
  DROP TABLE "groups";
  DROP INDEX "roles_groups";
  ALTER TABLE "roles" DROP COLUMN "groups";
`);
