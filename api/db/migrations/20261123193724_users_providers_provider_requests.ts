import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "users" ADD COLUMN "aliyunidaas" text NOT NULL DEFAULT '';
  ALTER TABLE "users" ADD COLUMN "keycloak" text NOT NULL DEFAULT '';
  ALTER TABLE "users" ADD COLUMN "saml" text NOT NULL DEFAULT '';
  CREATE INDEX "users_owner_aliyunidaas" ON "users" ("owner", "aliyunidaas") WHERE aliyunidaas <> '';
  CREATE INDEX "users_owner_keycloak" ON "users" ("owner", "keycloak") WHERE keycloak <> '';
  CREATE INDEX "users_owner_saml" ON "users" ("owner", "saml") WHERE saml <> '';
  ALTER TABLE "providers" ADD COLUMN "request_binding" text NOT NULL DEFAULT 'Redirect';
  ALTER TABLE "providers" ADD COLUMN "name_id_format" text NOT NULL DEFAULT '';
  ALTER TABLE "providers" ADD COLUMN "allow_sha1" boolean NOT NULL DEFAULT false;
  ALTER TABLE "provider_requests" ADD COLUMN "answer" text NOT NULL DEFAULT '';
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "provider_requests" DROP COLUMN "answer";
  ALTER TABLE "providers" DROP COLUMN "request_binding";
  ALTER TABLE "providers" DROP COLUMN "name_id_format";
  ALTER TABLE "providers" DROP COLUMN "allow_sha1";
  DROP INDEX "users_owner_aliyunidaas";
  DROP INDEX "users_owner_keycloak";
  DROP INDEX "users_owner_saml";
  ALTER TABLE "users" DROP COLUMN "aliyunidaas";
  ALTER TABLE "users" DROP COLUMN "keycloak";
  ALTER TABLE "users" DROP COLUMN "saml";
`);
