import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "held_names" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "organization" text NOT NULL DEFAULT '',
    "resource" text NOT NULL DEFAULT '',
    "deletion" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "held_names_deletion" ON "held_names" ("deletion") WHERE deletion <> '';
  CREATE INDEX "held_names_organization" ON "held_names" ("organization");
  CREATE TABLE "saml_keys" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "organization" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'signing',
    "certificate" text NOT NULL DEFAULT '',
    "private_key" text NOT NULL DEFAULT '',
    "not_after" timestamptz,
    PRIMARY KEY ("owner", "name")
  );
  CREATE UNIQUE INDEX "saml_keys_organization_state_unique" ON "saml_keys" ("organization", "state") WHERE organization <> '' AND state <> '';
  CREATE INDEX "saml_keys_organization" ON "saml_keys" ("organization");
  INSERT INTO "held_names" ("owner", "name", "created_time", "organization")
    SELECT 'admin', sort || ':' || encode(sha256(convert_to(value, 'UTF8')), 'hex'), now(), organization FROM (
      SELECT 'name' AS sort, name AS value, organization, created_time FROM "applications"
        WHERE saml_service_providers <> '[]' OR cas_services <> '[]'
      UNION ALL SELECT 'service', lower(btrim(each ->> 'entityId')), organization, created_time
        FROM "applications", jsonb_array_elements(saml_service_providers) AS each
      UNION ALL SELECT 'acs', rtrim(regexp_replace(regexp_replace(regexp_replace(lower(url), '[\\?#].*$', ''), ';[^/]*', '', 'g'), '^https\\?://([^/:]+)(:80|:443)\\?', '\\1'), '/'), organization, created_time
        FROM "applications", jsonb_array_elements(saml_service_providers) AS each, jsonb_array_elements_text(each -> 'acsUrls') AS url
    ) AS held ORDER BY created_time ON CONFLICT DO NOTHING;
  INSERT INTO "saml_keys" ("owner", "name", "created_time", "organization", "state")
    SELECT DISTINCT ON (organization) 'admin', gen_random_uuid()::text, now(), organization, 'shared' FROM "applications"
      WHERE saml_service_providers <> '[]';
  UPDATE "users" AS u SET properties = u.properties || jsonb_build_object('oauth_SAML_provider', p.name)
    FROM (SELECT min(name) AS name, issuer_url FROM "providers" WHERE category = 'SAML' AND type = 'SAML' AND issuer_url <> ''
      GROUP BY issuer_url HAVING count(*) = 1) AS p
    WHERE u.properties ->> 'oauth_SAML_issuer' = p.issuer_url;
  UPDATE "users" AS u SET properties = u.properties || jsonb_build_object('oauth_Keycloak_provider', p.name)
    FROM (SELECT min(name) AS name, issuer_url FROM "providers" WHERE category = 'SAML' AND type = 'Keycloak' AND issuer_url <> ''
      GROUP BY issuer_url HAVING count(*) = 1) AS p
    WHERE u.properties ->> 'oauth_Keycloak_issuer' = p.issuer_url;
  UPDATE "users" AS u SET properties = u.properties || jsonb_build_object('oauth_AliyunIDaaS_provider', p.name)
    FROM (SELECT min(name) AS name, issuer_url FROM "providers" WHERE category = 'SAML' AND type = 'Aliyun IDaaS' AND issuer_url <> ''
      GROUP BY issuer_url HAVING count(*) = 1) AS p
    WHERE u.properties ->> 'oauth_AliyunIDaaS_issuer' = p.issuer_url;
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "saml_keys";
  DROP TABLE "held_names";
`);
