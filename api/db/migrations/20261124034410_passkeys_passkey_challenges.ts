import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "passkeys" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "handle" text NOT NULL DEFAULT '',
    "label" text NOT NULL DEFAULT '',
    "public_key" text NOT NULL DEFAULT '',
    "counter" double precision NOT NULL DEFAULT 0,
    "transports" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "aaguid" text NOT NULL DEFAULT '',
    "is_synced" boolean NOT NULL DEFAULT false,
    "is_backed_up" boolean NOT NULL DEFAULT false,
    "is_suspect" boolean NOT NULL DEFAULT false,
    "used_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "passkeys_id_unique" ON "passkeys" ("id") WHERE id <> '';
  CREATE INDEX "passkeys_owner_user" ON "passkeys" ("owner", "user") WHERE "user" <> '';
  CREATE INDEX "passkeys_user" ON "passkeys" ("user");
  CREATE TABLE "passkey_challenges" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "browser" text NOT NULL DEFAULT '',
    "purpose" text NOT NULL DEFAULT '',
    "holder" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "handle" text NOT NULL DEFAULT '',
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "passkey_challenges_id_unique" ON "passkey_challenges" ("id") WHERE id <> '';
  CREATE INDEX "passkey_challenges_application" ON "passkey_challenges" ("application");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "passkey_challenges";
  DROP TABLE "passkeys";
`);
