import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "cert_keys" ADD COLUMN "crypto_algorithm" text NOT NULL DEFAULT '';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "cert_keys" DROP COLUMN "crypto_algorithm";
`);
