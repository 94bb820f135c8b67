import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "subscriptions" ADD COLUMN "renewal_order" text NOT NULL DEFAULT '';
  ALTER TABLE "subscriptions" ADD COLUMN "renewal_time" timestamptz;
  CREATE INDEX "subscriptions_renewal_order" ON "subscriptions" ("renewal_order");
  ALTER TABLE "payments" ADD COLUMN "is_renewing" boolean NOT NULL DEFAULT false;
  ALTER TABLE "payments" ADD COLUMN "renewal_of" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "renewal_id" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "renewal_cycle" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "renewal_ask_time" timestamptz;
  ALTER TABLE "payments" ADD COLUMN "renewal_asked" integer NOT NULL DEFAULT 0;
  CREATE UNIQUE INDEX "payments_renewal_cycle_unique" ON "payments" ("renewal_cycle") WHERE renewal_cycle <> '';
  CREATE INDEX "payments_renewal_id_renewal_ask_time" ON "payments" ("renewal_id", "renewal_ask_time") WHERE renewal_id <> '';
  CREATE INDEX "payments_renewal_of" ON "payments" ("renewal_of");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "payments_renewal_cycle_unique";
  DROP INDEX "payments_renewal_id_renewal_ask_time";
  DROP INDEX "payments_renewal_of";
  ALTER TABLE "payments" DROP COLUMN "is_renewing";
  ALTER TABLE "payments" DROP COLUMN "renewal_of";
  ALTER TABLE "payments" DROP COLUMN "renewal_id";
  ALTER TABLE "payments" DROP COLUMN "renewal_cycle";
  ALTER TABLE "payments" DROP COLUMN "renewal_ask_time";
  ALTER TABLE "payments" DROP COLUMN "renewal_asked";
  DROP INDEX "subscriptions_renewal_order";
  ALTER TABLE "subscriptions" DROP COLUMN "renewal_order";
  ALTER TABLE "subscriptions" DROP COLUMN "renewal_time";
`);
