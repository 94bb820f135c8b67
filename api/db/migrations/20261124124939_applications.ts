import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" ADD COLUMN "cas_services" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "applications" ADD COLUMN "cas_ticket_seconds" integer NOT NULL DEFAULT 10;
  ALTER TABLE "applications" ADD COLUMN "cas_proxies" boolean NOT NULL DEFAULT false;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" DROP COLUMN "cas_services";
  ALTER TABLE "applications" DROP COLUMN "cas_ticket_seconds";
  ALTER TABLE "applications" DROP COLUMN "cas_proxies";
`);
