import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "webhooks" ADD COLUMN "format" text NOT NULL DEFAULT 'Record';
  ALTER TABLE "webhooks" ADD COLUMN "secret" text NOT NULL DEFAULT '';
  ALTER TABLE "webhooks" ADD COLUMN "previous_secret" text NOT NULL DEFAULT '';
  ALTER TABLE "webhooks" ADD COLUMN "previous_secret_until" timestamptz;
  ALTER TABLE "webhooks" ADD COLUMN "organizations" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "webhooks" ADD COLUMN "objects" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "webhooks" ADD COLUMN "failing_since" timestamptz;
  ALTER TABLE "webhooks" ADD COLUMN "problem" text NOT NULL DEFAULT '';
  CREATE INDEX "webhooks_organizations" ON "webhooks" USING gin ("organizations" jsonb_path_ops);
  CREATE TABLE "events" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "event" text NOT NULL DEFAULT '',
    "object" text NOT NULL DEFAULT '',
    "record" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "events_id" ON "events" ("id") WHERE id <> '';
  CREATE TABLE "webhook_deliveries" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "number" bigserial NOT NULL,
    "webhook" text NOT NULL DEFAULT '',
    "event" text NOT NULL DEFAULT '',
    "object" text NOT NULL DEFAULT '',
    "lane" text NOT NULL DEFAULT '',
    "record" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'waiting',
    "start_time" timestamptz,
    "next_time" timestamptz,
    "lease_time" timestamptz,
    "tries" integer NOT NULL DEFAULT 0,
    "status" integer NOT NULL DEFAULT 0,
    "duration" integer NOT NULL DEFAULT 0,
    "problem" text NOT NULL DEFAULT '',
    "attempts" jsonb NOT NULL DEFAULT '[]'::jsonb,
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "webhook_deliveries_webhook_lane_state_number" ON "webhook_deliveries" ("webhook", "lane", "state", "number") WHERE webhook <> '';
  CREATE INDEX "webhook_deliveries_webhook_created_time" ON "webhook_deliveries" ("webhook", "created_time") WHERE webhook <> '';
  CREATE INDEX "webhook_deliveries_state_next_time" ON "webhook_deliveries" ("state", "next_time") WHERE state <> '';
  CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" ("webhook");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "webhook_deliveries";
  DROP TABLE "events";
  DROP INDEX "webhooks_organizations";
  ALTER TABLE "webhooks" DROP COLUMN "format";
  ALTER TABLE "webhooks" DROP COLUMN "secret";
  ALTER TABLE "webhooks" DROP COLUMN "previous_secret";
  ALTER TABLE "webhooks" DROP COLUMN "previous_secret_until";
  ALTER TABLE "webhooks" DROP COLUMN "organizations";
  ALTER TABLE "webhooks" DROP COLUMN "objects";
  ALTER TABLE "webhooks" DROP COLUMN "failing_since";
  ALTER TABLE "webhooks" DROP COLUMN "problem";
`);
