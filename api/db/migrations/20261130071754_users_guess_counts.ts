import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  DROP INDEX "users_name_text";
  DROP INDEX "users_display_name_text";
  DROP INDEX "users_email_text";
  DROP INDEX "users_phone_text";
  CREATE INDEX "users_blocked" ON "users" ("created_time", "owner", "name") WHERE is_forbidden;
  CREATE INDEX "users_searched_text" ON "users" USING gin ((name || ' ' || display_name || ' ' || email || ' ' || phone) gin_trgm_ops);
  ALTER TABLE "guess_counts" ADD COLUMN "account" text NOT NULL DEFAULT '';
  CREATE INDEX "guess_counts_account" ON "guess_counts" ("account") WHERE account <> '';
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "guess_counts_account";
  ALTER TABLE "guess_counts" DROP COLUMN "account";
  DROP INDEX "users_blocked";
  DROP INDEX "users_searched_text";
  CREATE INDEX "users_name_text" ON "users" USING gin ("name" gin_trgm_ops);
  CREATE INDEX "users_display_name_text" ON "users" USING gin ("display_name" gin_trgm_ops);
  CREATE INDEX "users_email_text" ON "users" USING gin ("email" gin_trgm_ops);
  CREATE INDEX "users_phone_text" ON "users" USING gin ("phone" gin_trgm_ops);
`);
