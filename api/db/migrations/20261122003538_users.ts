import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE INDEX "users_owner_name_alike" ON "users" ("owner", lower(name COLLATE "C"));
  CREATE INDEX "users_owner_email_alike" ON "users" ("owner", lower(email COLLATE "C"));
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "users_owner_name_alike";
  DROP INDEX "users_owner_email_alike";
`);
