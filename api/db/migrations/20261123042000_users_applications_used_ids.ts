import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "used_ids" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "holder" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  ALTER TABLE "artifacts" ADD COLUMN "client_id" text NOT NULL DEFAULT '';
  UPDATE "artifacts" SET "client_id" = coalesce("payload"::jsonb ->> 'clientId', "payload"::jsonb #>> '{params,client_id}', '') WHERE "payload" LIKE '%client%';
  CREATE INDEX "artifacts_client_id" ON "artifacts" ("client_id") WHERE client_id <> '';
  CREATE FUNCTION "users_id_never_again"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' AND OLD."id" <> '' THEN
        INSERT INTO used_ids (owner, name, created_time, holder)
        VALUES ('admin', 'user:' || encode(sha256(convert_to(OLD."id", 'UTF8')), 'hex'), now(), '') ON CONFLICT (owner, name) DO NOTHING;
      END IF;
      IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
      IF EXISTS (SELECT FROM used_ids WHERE owner = 'admin' AND name = 'user:' || encode(sha256(convert_to(NEW."id", 'UTF8')), 'hex')) THEN
        RAISE unique_violation USING CONSTRAINT = 'users_id_unique', MESSAGE = 'this id was used before';
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER "users_id_given" AFTER INSERT ON "users" FOR EACH ROW WHEN (NEW."id" <> '') EXECUTE FUNCTION "users_id_never_again"();
  CREATE TRIGGER "users_id_changed" AFTER UPDATE OF "id" ON "users" FOR EACH ROW WHEN (OLD."id" <> NEW."id") EXECUTE FUNCTION "users_id_never_again"();
  CREATE TRIGGER "users_id_gone" AFTER DELETE ON "users" FOR EACH ROW WHEN (OLD."id" <> '') EXECUTE FUNCTION "users_id_never_again"();
  CREATE FUNCTION "applications_client_id_never_again"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' AND OLD."client_id" <> '' THEN
        INSERT INTO used_ids (owner, name, created_time, holder)
        VALUES ('admin', 'application:' || encode(sha256(convert_to(OLD."client_id", 'UTF8')), 'hex'), now(), coalesce((SELECT concat_ws(' ', OLD.organization, cluster, namespace, resource) FROM origins
            WHERE owner = 'admin' AND name = 'application/' || OLD.owner || '/' || OLD.name), '')) ON CONFLICT (owner, name) DO NOTHING;
      END IF;
      IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
      IF EXISTS (SELECT FROM used_ids WHERE owner = 'admin' AND name = 'application:' || encode(sha256(convert_to(NEW."client_id", 'UTF8')), 'hex')) THEN
        RAISE unique_violation USING CONSTRAINT = 'applications_client_id_unique', MESSAGE = 'this client_id was used before';
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER "applications_client_id_given" AFTER INSERT ON "applications" FOR EACH ROW WHEN (NEW."client_id" <> '') EXECUTE FUNCTION "applications_client_id_never_again"();
  CREATE TRIGGER "applications_client_id_changed" AFTER UPDATE OF "client_id" ON "applications" FOR EACH ROW WHEN (OLD."client_id" <> NEW."client_id") EXECUTE FUNCTION "applications_client_id_never_again"();
  CREATE TRIGGER "applications_client_id_gone" AFTER DELETE ON "applications" FOR EACH ROW WHEN (OLD."client_id" <> '') EXECUTE FUNCTION "applications_client_id_never_again"();
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TRIGGER "users_id_given" ON "users";
  DROP TRIGGER "users_id_changed" ON "users";
  DROP TRIGGER "users_id_gone" ON "users";
  DROP FUNCTION "users_id_never_again";
  DROP TRIGGER "applications_client_id_given" ON "applications";
  DROP TRIGGER "applications_client_id_changed" ON "applications";
  DROP TRIGGER "applications_client_id_gone" ON "applications";
  DROP FUNCTION "applications_client_id_never_again";
  DROP INDEX "artifacts_client_id";
  ALTER TABLE "artifacts" DROP COLUMN "client_id";
  DROP TABLE "used_ids";
`);
