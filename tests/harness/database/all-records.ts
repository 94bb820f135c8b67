import type { Db } from '@doorwright/api/db/knex.ts';

const fresh = `SELECT whole.* FROM records_fresh AS fresh, records_blank AS blank,
  jsonb_populate_record(NULL::records, to_jsonb(blank) || fresh.told::jsonb || jsonb_build_object('id', fresh.id)) AS whole`;

/** The records of the database, with those that no server has filed yet. */
export const recordsIn = (db: Db) => db(db.raw(`(SELECT * FROM records UNION ALL ${fresh}) AS records`));
