import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" ADD COLUMN "saml_service_providers" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "applications" ADD COLUMN "saml_attributes" jsonb NOT NULL DEFAULT '[]'::jsonb;
  ALTER TABLE "applications" ADD COLUMN "saml_issuer" text NOT NULL DEFAULT 'application';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" DROP COLUMN "saml_service_providers";
  ALTER TABLE "applications" DROP COLUMN "saml_attributes";
  ALTER TABLE "applications" DROP COLUMN "saml_issuer";
`);
