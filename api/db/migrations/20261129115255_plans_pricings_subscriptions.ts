import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "plans" ADD COLUMN "seats" integer NOT NULL DEFAULT 0;
  ALTER TABLE "plans" ADD COLUMN "grace_days" integer NOT NULL DEFAULT 3;
  ALTER TABLE "pricings" ADD COLUMN "providers" jsonb NOT NULL DEFAULT '[]'::jsonb;
  CREATE INDEX "pricings_providers" ON "pricings" USING gin ("providers" jsonb_path_ops);
  ALTER TABLE "subscriptions" ADD COLUMN "pricing" text NOT NULL DEFAULT '';
  ALTER TABLE "subscriptions" ADD COLUMN "billing_day" integer NOT NULL DEFAULT 0;
  ALTER TABLE "subscriptions" ADD COLUMN "trials" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "subscriptions" ADD COLUMN "next_plan" text NOT NULL DEFAULT '';
  ALTER TABLE "subscriptions" ADD COLUMN "next_plan_time" timestamptz;
  ALTER TABLE "subscriptions" ADD COLUMN "reminded" text NOT NULL DEFAULT '';
  ALTER TABLE "subscriptions" ADD COLUMN "ended_time" timestamptz;
  CREATE INDEX "subscriptions_pricing_user" ON "subscriptions" ("pricing", "user") WHERE pricing <> '';
  CREATE INDEX "subscriptions_state_end_date" ON "subscriptions" ("state", "end_date") WHERE state <> '';
  CREATE INDEX "subscriptions_pricing" ON "subscriptions" ("pricing");
  CREATE INDEX "subscriptions_trials" ON "subscriptions" USING gin ("trials" jsonb_path_ops);
  CREATE INDEX "subscriptions_next_plan" ON "subscriptions" ("next_plan");
  ALTER TABLE "payments" ADD COLUMN "plan" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "pricing" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "period" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "subscription" text NOT NULL DEFAULT '';
  ALTER TABLE "payments" ADD COLUMN "credit" bigint NOT NULL DEFAULT 0;
  ALTER TABLE "payments" ADD COLUMN "credit_until" timestamptz;
  ALTER TABLE "payments" ADD COLUMN "period_start" timestamptz;
  ALTER TABLE "payments" ADD COLUMN "period_end" timestamptz;
  CREATE INDEX "payments_subscription_period_start" ON "payments" ("subscription", "period_start") WHERE subscription <> '';
  CREATE INDEX "payments_plan" ON "payments" ("plan");
  CREATE INDEX "payments_pricing" ON "payments" ("pricing");
  CREATE INDEX "payments_subscription" ON "payments" ("subscription");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "payments_subscription_period_start";
  DROP INDEX "payments_plan";
  DROP INDEX "payments_pricing";
  DROP INDEX "payments_subscription";
  ALTER TABLE "payments" DROP COLUMN "plan";
  ALTER TABLE "payments" DROP COLUMN "pricing";
  ALTER TABLE "payments" DROP COLUMN "period";
  ALTER TABLE "payments" DROP COLUMN "subscription";
  ALTER TABLE "payments" DROP COLUMN "credit";
  ALTER TABLE "payments" DROP COLUMN "credit_until";
  ALTER TABLE "payments" DROP COLUMN "period_start";
  ALTER TABLE "payments" DROP COLUMN "period_end";
  DROP INDEX "subscriptions_pricing_user";
  DROP INDEX "subscriptions_state_end_date";
  DROP INDEX "subscriptions_pricing";
  DROP INDEX "subscriptions_trials";
  DROP INDEX "subscriptions_next_plan";
  ALTER TABLE "subscriptions" DROP COLUMN "pricing";
  ALTER TABLE "subscriptions" DROP COLUMN "billing_day";
  ALTER TABLE "subscriptions" DROP COLUMN "trials";
  ALTER TABLE "subscriptions" DROP COLUMN "next_plan";
  ALTER TABLE "subscriptions" DROP COLUMN "next_plan_time";
  ALTER TABLE "subscriptions" DROP COLUMN "reminded";
  ALTER TABLE "subscriptions" DROP COLUMN "ended_time";
  DROP INDEX "pricings_providers";
  ALTER TABLE "pricings" DROP COLUMN "providers";
  ALTER TABLE "plans" DROP COLUMN "seats";
  ALTER TABLE "plans" DROP COLUMN "grace_days";
`);
