import type { Knex } from 'knex';

// By hand: what were all records are the filed ones now, beside fresh ones without an index. Attaching reads the table once.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "records" RENAME TO "records_filed";
  ALTER TABLE "records_filed" ADD COLUMN "fresh_event" text;
  CREATE TABLE "records" (LIKE "records_filed" INCLUDING DEFAULTS) PARTITION BY LIST ("fresh_event");
  ALTER SEQUENCE "records_id_seq" OWNED BY "records"."id";
  CREATE TABLE "records_fresh" PARTITION OF "records" DEFAULT;
  ALTER TABLE "records" ATTACH PARTITION "records_filed" FOR VALUES IN (NULL);
`);

/** Events that nobody was told yet are lost. */
export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "records" DETACH PARTITION "records_filed";
  INSERT INTO "records_filed" SELECT * FROM "records_fresh";
  ALTER SEQUENCE "records_id_seq" OWNED BY "records_filed"."id";
  DROP TABLE "records";
  ALTER TABLE "records_filed" DROP COLUMN "fresh_event";
  ALTER TABLE "records_filed" RENAME TO "records";
`);
