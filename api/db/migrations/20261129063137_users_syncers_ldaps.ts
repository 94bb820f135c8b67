import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE INDEX "users_owner_ldap" ON "users" ("owner", "ldap") WHERE ldap <> '';
  ALTER TABLE "syncers" ADD COLUMN "ssl_mode" text NOT NULL DEFAULT 'verify-full';
  ALTER TABLE "syncers" ADD COLUMN "ca_certificate" text NOT NULL DEFAULT '';
  ALTER TABLE "syncers" ADD COLUMN "keycloak_reading" text NOT NULL DEFAULT 'Database';
  ALTER TABLE "syncers" ADD COLUMN "realm" text NOT NULL DEFAULT '';
  ALTER TABLE "syncers" ADD COLUMN "writes_back" boolean NOT NULL DEFAULT false;
  ALTER TABLE "syncers" ADD COLUMN "needs_approval" boolean NOT NULL DEFAULT true;
  ALTER TABLE "syncers" ADD COLUMN "hold_count" integer NOT NULL DEFAULT 10;
  ALTER TABLE "syncers" ADD COLUMN "hold_percent" integer NOT NULL DEFAULT 5;
  ALTER TABLE "syncers" ADD COLUMN "purge_days" integer NOT NULL DEFAULT 0;
  ALTER TABLE "syncers" ADD COLUMN "source_id" text NOT NULL DEFAULT '';
  ALTER TABLE "syncers" ADD COLUMN "approved_time" timestamptz;
  ALTER TABLE "syncers" ADD COLUMN "sync_state" text NOT NULL DEFAULT 'None';
  ALTER TABLE "syncers" ADD COLUMN "last_counts" jsonb NOT NULL DEFAULT '{}'::jsonb;
  ALTER TABLE "syncers" ADD COLUMN "next_run_time" timestamptz;
  ALTER TABLE "ldaps" ADD COLUMN "encryption" text NOT NULL DEFAULT 'StartTLS';
  ALTER TABLE "ldaps" ADD COLUMN "ca_certificate" text NOT NULL DEFAULT '';
  ALTER TABLE "ldaps" ADD COLUMN "directory_type" text NOT NULL DEFAULT 'OpenLDAP';
  ALTER TABLE "ldaps" ADD COLUMN "filter" text NOT NULL DEFAULT '';
  ALTER TABLE "ldaps" ADD COLUMN "attributes" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "ldaps" ADD COLUMN "group_use" text NOT NULL DEFAULT 'None';
  ALTER TABLE "ldaps" ADD COLUMN "group_base_dn" text NOT NULL DEFAULT '';
  ALTER TABLE "ldaps" ADD COLUMN "group_filter" text NOT NULL DEFAULT '';
  ALTER TABLE "ldaps" ADD COLUMN "sign_in_mode" text NOT NULL DEFAULT 'Synchronized people';
  ALTER TABLE "ldaps" ADD COLUMN "offline_hours" integer NOT NULL DEFAULT 0;
  ALTER TABLE "ldaps" ADD COLUMN "writes_passwords" boolean NOT NULL DEFAULT false;
  ALTER TABLE "ldaps" ADD COLUMN "needs_approval" boolean NOT NULL DEFAULT true;
  ALTER TABLE "ldaps" ADD COLUMN "hold_count" integer NOT NULL DEFAULT 10;
  ALTER TABLE "ldaps" ADD COLUMN "hold_percent" integer NOT NULL DEFAULT 5;
  ALTER TABLE "ldaps" ADD COLUMN "purge_days" integer NOT NULL DEFAULT 0;
  ALTER TABLE "ldaps" ADD COLUMN "source_id" text NOT NULL DEFAULT '';
  ALTER TABLE "ldaps" ADD COLUMN "approved_time" timestamptz;
  ALTER TABLE "ldaps" ADD COLUMN "sync_state" text NOT NULL DEFAULT 'None';
  ALTER TABLE "ldaps" ADD COLUMN "last_counts" jsonb NOT NULL DEFAULT '{}'::jsonb;
  ALTER TABLE "ldaps" ADD COLUMN "next_run_time" timestamptz;
  CREATE TABLE "sync_runs" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "organization" text NOT NULL DEFAULT '',
    "source" text NOT NULL DEFAULT '',
    "source_kind" text NOT NULL DEFAULT 'syncer',
    "mode" text NOT NULL DEFAULT 'run',
    "selection" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'reading',
    "is_automatic" boolean NOT NULL DEFAULT false,
    "is_approved" boolean NOT NULL DEFAULT false,
    "is_whole" boolean NOT NULL DEFAULT true,
    "started_by" text NOT NULL DEFAULT '',
    "approved_by" text NOT NULL DEFAULT '',
    "end_time" timestamptz,
    "touched_time" timestamptz,
    "counts" jsonb NOT NULL DEFAULT '{}'::jsonb,
    "reason" text NOT NULL DEFAULT '',
    "problem" text NOT NULL DEFAULT '',
    "groups" text NOT NULL DEFAULT '',
    "delta" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "sync_runs_source_created_time" ON "sync_runs" ("source", "created_time") WHERE source <> '';
  CREATE INDEX "sync_runs_state_touched_time" ON "sync_runs" ("state", "touched_time") WHERE state <> '';
  CREATE INDEX "sync_runs_organization" ON "sync_runs" ("organization");
  CREATE TABLE "sync_rows" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "run" text NOT NULL DEFAULT '',
    "number" integer NOT NULL DEFAULT 0,
    "key" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "user_id" text NOT NULL DEFAULT '',
    "label" text NOT NULL DEFAULT '',
    "action" text NOT NULL DEFAULT 'refuse',
    "state" text NOT NULL DEFAULT 'planned',
    "changes" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "wish" text NOT NULL DEFAULT '',
    "owned" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "digest" text NOT NULL DEFAULT '',
    "code" text NOT NULL DEFAULT '',
    "field" text NOT NULL DEFAULT '',
    "problem" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "sync_rows_run_number" ON "sync_rows" ("run", "number") WHERE run <> '';
  CREATE INDEX "sync_rows_run_state_number" ON "sync_rows" ("run", "state", "number") WHERE run <> '';
  CREATE INDEX "sync_rows_run_action_number" ON "sync_rows" ("run", "action", "number") WHERE run <> '';
  CREATE TABLE "sync_links" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "source" text NOT NULL DEFAULT '',
    "key" text NOT NULL DEFAULT '',
    "user_id" text NOT NULL DEFAULT '',
    "fields" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "wish" text NOT NULL DEFAULT '',
    "wanted" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "groups" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "digest_of" text NOT NULL DEFAULT '',
    "proved_time" timestamptz,
    "is_blocked" boolean NOT NULL DEFAULT false,
    "missing_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "sync_links_source_key_unique" ON "sync_links" ("source", "key") WHERE source <> '' AND key <> '';
  CREATE INDEX "sync_links_user_id" ON "sync_links" ("user_id") WHERE user_id <> '';
  CREATE INDEX "sync_links_source_missing_time" ON "sync_links" ("source", "missing_time") WHERE source <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "sync_links";
  DROP TABLE "sync_rows";
  DROP TABLE "sync_runs";
  ALTER TABLE "ldaps" DROP COLUMN "encryption";
  ALTER TABLE "ldaps" DROP COLUMN "ca_certificate";
  ALTER TABLE "ldaps" DROP COLUMN "directory_type";
  ALTER TABLE "ldaps" DROP COLUMN "filter";
  ALTER TABLE "ldaps" DROP COLUMN "attributes";
  ALTER TABLE "ldaps" DROP COLUMN "group_use";
  ALTER TABLE "ldaps" DROP COLUMN "group_base_dn";
  ALTER TABLE "ldaps" DROP COLUMN "group_filter";
  ALTER TABLE "ldaps" DROP COLUMN "sign_in_mode";
  ALTER TABLE "ldaps" DROP COLUMN "offline_hours";
  ALTER TABLE "ldaps" DROP COLUMN "writes_passwords";
  ALTER TABLE "ldaps" DROP COLUMN "needs_approval";
  ALTER TABLE "ldaps" DROP COLUMN "hold_count";
  ALTER TABLE "ldaps" DROP COLUMN "hold_percent";
  ALTER TABLE "ldaps" DROP COLUMN "purge_days";
  ALTER TABLE "ldaps" DROP COLUMN "source_id";
  ALTER TABLE "ldaps" DROP COLUMN "approved_time";
  ALTER TABLE "ldaps" DROP COLUMN "sync_state";
  ALTER TABLE "ldaps" DROP COLUMN "last_counts";
  ALTER TABLE "ldaps" DROP COLUMN "next_run_time";
  ALTER TABLE "syncers" DROP COLUMN "ssl_mode";
  ALTER TABLE "syncers" DROP COLUMN "ca_certificate";
  ALTER TABLE "syncers" DROP COLUMN "keycloak_reading";
  ALTER TABLE "syncers" DROP COLUMN "realm";
  ALTER TABLE "syncers" DROP COLUMN "writes_back";
  ALTER TABLE "syncers" DROP COLUMN "needs_approval";
  ALTER TABLE "syncers" DROP COLUMN "hold_count";
  ALTER TABLE "syncers" DROP COLUMN "hold_percent";
  ALTER TABLE "syncers" DROP COLUMN "purge_days";
  ALTER TABLE "syncers" DROP COLUMN "source_id";
  ALTER TABLE "syncers" DROP COLUMN "approved_time";
  ALTER TABLE "syncers" DROP COLUMN "sync_state";
  ALTER TABLE "syncers" DROP COLUMN "last_counts";
  ALTER TABLE "syncers" DROP COLUMN "next_run_time";
  DROP INDEX "users_owner_ldap";
`);
