import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "providers" ADD COLUMN "audience" text NOT NULL DEFAULT 'all';
  ALTER TABLE "providers" ADD COLUMN "organizations" jsonb NOT NULL DEFAULT '[]'::jsonb;
  CREATE INDEX "providers_organizations" ON "providers" USING gin ("organizations" jsonb_path_ops);
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "providers_organizations";
  ALTER TABLE "providers" DROP COLUMN "audience";
  ALTER TABLE "providers" DROP COLUMN "organizations";
`);
