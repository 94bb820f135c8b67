import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "service_visits" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "session" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "protocol" text NOT NULL DEFAULT 'saml',
    "service" text NOT NULL DEFAULT '',
    "data" text NOT NULL DEFAULT '',
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "service_visits_id_unique" ON "service_visits" ("id") WHERE id <> '';
  CREATE INDEX "service_visits_session" ON "service_visits" ("session") WHERE session <> '';
  CREATE INDEX "service_visits_application" ON "service_visits" ("application");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "service_visits";
`);
