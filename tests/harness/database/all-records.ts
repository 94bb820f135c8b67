import type { Db } from '@doorwright/api/db/knex.ts';
import type { Kind } from '@doorwright/crds';
import { freshTable, tableOf } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';

const records = tableOf(record as unknown as Kind);
const columns = records.columns.map(({ name }) => `"${name}"`).join(', ');

/** The records of the database, with those that no server has filed yet. */
export const recordsIn = (db: Db) =>
  db(
    db.raw(
      `(SELECT ${columns} FROM ${records.name} UNION ALL SELECT ${columns} FROM ${freshTable(records)}) AS records`,
    ),
  );
