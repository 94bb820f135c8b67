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
  ALTER TABLE "payments" ADD COLUMN "invoice_country" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "invoice_address" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "invoice_number" text NOT NULL DEFAULT '';
  CREATE INDEX "payments_invoice_number" ON "payments" ("invoice_number") WHERE invoice_number <> '';
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
  DROP INDEX "payments_invoice_number";
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
