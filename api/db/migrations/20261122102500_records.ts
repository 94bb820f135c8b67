import type { Knex } from 'knex';

// Written by hand, for the type of a column changes: the ids of records become numbers, as clients of typed languages
// read them, in whatever order the rows lie. Frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  DROP INDEX "records_owner_created_time_id";
  ALTER TABLE "records" DROP CONSTRAINT "records_pkey";
  ALTER TABLE "records" DROP COLUMN "id";
  ALTER TABLE "records" ADD COLUMN "id" bigserial NOT NULL;
  ALTER TABLE "records" ADD PRIMARY KEY ("created_time", "name");
  CREATE INDEX "records_owner_created_time_name" ON "records" ("owner", "created_time", "name");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP INDEX "records_owner_created_time_name";
  ALTER TABLE "records" DROP CONSTRAINT "records_pkey";
  ALTER TABLE "records" ALTER COLUMN "id" DROP DEFAULT;
  ALTER TABLE "records" ALTER COLUMN "id" TYPE text USING "id"::text;
  ALTER TABLE "records" ALTER COLUMN "id" SET DEFAULT '';
  ALTER TABLE "records" ADD PRIMARY KEY ("created_time", "id");
  CREATE INDEX "records_owner_created_time_id" ON "records" ("owner", "created_time", "id");
  DROP SEQUENCE "records_id_seq";
`);
