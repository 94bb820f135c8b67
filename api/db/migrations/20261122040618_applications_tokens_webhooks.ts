import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  DROP INDEX "applications_organization";
  DROP INDEX "tokens_organization";
  DROP INDEX "webhooks_organization";
  DROP INDEX "syncers_organization";
  DROP INDEX "payments_organization";
`);

export const down = (db: Knex) =>
  db.raw(`
  CREATE INDEX "payments_organization" ON "payments" ("organization");
  CREATE INDEX "syncers_organization" ON "syncers" ("organization");
  CREATE INDEX "webhooks_organization" ON "webhooks" ("organization");
  CREATE INDEX "tokens_organization" ON "tokens" ("organization");
  CREATE INDEX "applications_organization" ON "applications" ("organization");
`);
