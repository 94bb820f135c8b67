import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "invoice_name" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "invoice_address" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "invoice_country" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "invoice_tax_id" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "invoice_prefix" text NOT NULL DEFAULT 'INV-';
  ALTER TABLE "organizations" ADD COLUMN "invoice_tax_rate" integer NOT NULL DEFAULT 0;
  ALTER TABLE "organizations" ADD COLUMN "invoice_note" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "amount" bigint NOT NULL DEFAULT 0;
  ALTER TABLE "payments" ADD COLUMN "refunded_amount" bigint NOT NULL DEFAULT 0;
  ALTER TABLE "payments" ADD COLUMN "vendor_id" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "expire_time" timestamptz;
  ALTER TABLE "payments" ADD COLUMN "paid_time" timestamptz;
  ALTER TABLE "payments" ADD COLUMN "qr_text" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "pay_script" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "is_by_hand" boolean NOT NULL DEFAULT false;
  ALTER TABLE "payments" ADD COLUMN "confirmation" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "holds_stock" boolean NOT NULL DEFAULT false;
  ALTER TABLE "payments" ADD COLUMN "open_order" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "ask_time" timestamptz;
  ALTER TABLE "payments" ADD COLUMN "asked_time" timestamptz;
  ALTER TABLE "payments" ADD COLUMN "asked" integer NOT NULL DEFAULT 0;
  ALTER TABLE "payments" ADD COLUMN "language" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "invoice_country" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "invoice_address" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "invoice_number" text NOT NULL DEFAULT '';
  CREATE UNIQUE INDEX "payments_open_order_unique" ON "payments" ("open_order") WHERE open_order <> '';
  CREATE INDEX "payments_state_ask_time" ON "payments" ("state", "ask_time") WHERE state <> '';
  CREATE INDEX "payments_organization_user_created_time" ON "payments" ("organization", "user", "created_time") WHERE organization <> '';
  CREATE INDEX "payments_invoice_number" ON "payments" ("invoice_number") WHERE invoice_number <> '';
  CREATE TABLE "payment_events" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "payment" text NOT NULL DEFAULT '',
    "type" text NOT NULL DEFAULT 'changed',
    "cause" text NOT NULL DEFAULT 'person',
    "by" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT '',
    "words" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "payment_events_payment_created_time" ON "payment_events" ("payment", "created_time") WHERE payment <> '';
  CREATE TABLE "payment_differences" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "provider" text NOT NULL DEFAULT '',
    "day" text NOT NULL DEFAULT '',
    "words" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE TABLE "refunds" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "organization" text NOT NULL DEFAULT '',
    "payment" text NOT NULL DEFAULT '',
    "amount" bigint NOT NULL DEFAULT 0,
    "currency" text NOT NULL DEFAULT 'USD',
    "reason" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'pending',
    "vendor_id" text NOT NULL DEFAULT '',
    "message" text NOT NULL DEFAULT '',
    "requested_by" text NOT NULL DEFAULT '',
    "ask_time" timestamptz,
    "asked" integer NOT NULL DEFAULT 0,
    "end_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "refunds_payment_created_time" ON "refunds" ("payment", "created_time") WHERE payment <> '';
  CREATE INDEX "refunds_state_ask_time" ON "refunds" ("state", "ask_time") WHERE state <> '';
  CREATE INDEX "refunds_organization" ON "refunds" ("organization");
  CREATE TABLE "invoices" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "organization" text NOT NULL DEFAULT '',
    "type" text NOT NULL DEFAULT 'invoice',
    "payment" text NOT NULL DEFAULT '',
    "corrects" text NOT NULL DEFAULT '',
    "refund" text NOT NULL DEFAULT '',
    "country" text NOT NULL DEFAULT '',
    "language" text NOT NULL DEFAULT '',
    "currency" text NOT NULL DEFAULT 'USD',
    "net" bigint NOT NULL DEFAULT 0,
    "tax" bigint NOT NULL DEFAULT 0,
    "gross" bigint NOT NULL DEFAULT 0,
    "tax_rate" integer NOT NULL DEFAULT 0,
    "treatment" text NOT NULL DEFAULT 'included',
    "seller" text NOT NULL DEFAULT '',
    "buyer" text NOT NULL DEFAULT '',
    "item" text NOT NULL DEFAULT '',
    "digest" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "invoices_corrects" ON "invoices" ("corrects") WHERE corrects <> '';
  CREATE TABLE "invoice_series" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "organization" text NOT NULL DEFAULT '',
    "year" integer NOT NULL DEFAULT 0,
    "last" integer NOT NULL DEFAULT 0,
    PRIMARY KEY ("owner", "name")
  );
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "invoice_series";
  DROP TABLE "invoices";
  DROP TABLE "refunds";
  DROP TABLE "payment_differences";
  DROP TABLE "payment_events";
  DROP INDEX "payments_open_order_unique";
  DROP INDEX "payments_state_ask_time";
  DROP INDEX "payments_organization_user_created_time";
  DROP INDEX "payments_invoice_number";
  ALTER TABLE "payments" DROP COLUMN "amount";
  ALTER TABLE "payments" DROP COLUMN "refunded_amount";
  ALTER TABLE "payments" DROP COLUMN "vendor_id";
  ALTER TABLE "payments" DROP COLUMN "expire_time";
  ALTER TABLE "payments" DROP COLUMN "paid_time";
  ALTER TABLE "payments" DROP COLUMN "qr_text";
  ALTER TABLE "payments" DROP COLUMN "pay_script";
  ALTER TABLE "payments" DROP COLUMN "is_by_hand";
  ALTER TABLE "payments" DROP COLUMN "confirmation";
  ALTER TABLE "payments" DROP COLUMN "holds_stock";
  ALTER TABLE "payments" DROP COLUMN "open_order";
  ALTER TABLE "payments" DROP COLUMN "ask_time";
  ALTER TABLE "payments" DROP COLUMN "asked_time";
  ALTER TABLE "payments" DROP COLUMN "asked";
  ALTER TABLE "payments" DROP COLUMN "language";
  ALTER TABLE "payments" DROP COLUMN "invoice_country";
  ALTER TABLE "payments" DROP COLUMN "invoice_address";
  ALTER TABLE "payments" DROP COLUMN "invoice_number";
  ALTER TABLE "organizations" DROP COLUMN "invoice_name";
  ALTER TABLE "organizations" DROP COLUMN "invoice_address";
  ALTER TABLE "organizations" DROP COLUMN "invoice_country";
  ALTER TABLE "organizations" DROP COLUMN "invoice_tax_id";
  ALTER TABLE "organizations" DROP COLUMN "invoice_prefix";
  ALTER TABLE "organizations" DROP COLUMN "invoice_tax_rate";
  ALTER TABLE "organizations" DROP COLUMN "invoice_note";
`);
