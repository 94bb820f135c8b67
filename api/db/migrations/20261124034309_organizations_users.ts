import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "enable_account_deletion" boolean NOT NULL DEFAULT false;
  ALTER TABLE "users" ADD COLUMN "time_zone" text NOT NULL DEFAULT '';
  CREATE FUNCTION "users_updated_time_set"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW."updated_time" = now();
      RETURN NEW;
    END $$;
  CREATE TRIGGER "users_updated_time_set" BEFORE UPDATE ON "users" FOR EACH ROW
      WHEN ((OLD."id", OLD."owner", OLD."name", OLD."display_name", OLD."first_name", OLD."last_name", OLD."avatar", OLD."homepage", OLD."gender", OLD."birthday", OLD."time_zone", OLD."language", OLD."email", OLD."email_verified", OLD."location", OLD."address", OLD."region", OLD."phone", OLD."phone_verified") IS DISTINCT FROM (NEW."id", NEW."owner", NEW."name", NEW."display_name", NEW."first_name", NEW."last_name", NEW."avatar", NEW."homepage", NEW."gender", NEW."birthday", NEW."time_zone", NEW."language", NEW."email", NEW."email_verified", NEW."location", NEW."address", NEW."region", NEW."phone", NEW."phone_verified")) EXECUTE FUNCTION "users_updated_time_set"();
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TRIGGER "users_updated_time_set" ON "users";
  DROP FUNCTION "users_updated_time_set";
  ALTER TABLE "users" DROP COLUMN "time_zone";
  ALTER TABLE "organizations" DROP COLUMN "enable_account_deletion";
`);
