import { tableName } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import type { Sql } from '../../db/knex.ts';
import { transactionOf } from '../../db/sql-parts.ts';

interface Mark {
  to: number;
  by?: string;
}

/**
 * Tells up to which ID no record can appear any more. A record gets its ID a moment before its transaction gets a number. So the first
 * look notes the greatest ID, the next one the transactions that may still write below it, and a later one finds them over.
 */
export function createSettledRecords(sql: Sql): () => Promise<number> {
  let settled = 0;
  let mark: Mark | undefined;
  return async () => {
    const { rows } = await sql.raw(
      `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last, ${transactionOf('pg_snapshot_xmin(s)')} AS oldest,
         ${transactionOf('pg_snapshot_xmax(s)')} AS next FROM "${tableName(record)}_id_seq", pg_current_snapshot() AS s`,
    );
    const { last, oldest, next } = rows[0] as { last: number; oldest: string; next: string };
    if (mark?.by && oldest >= mark.by) {
      settled = mark.to;
      mark = undefined;
    }
    if (mark && !mark.by) mark.by = next;
    if (!mark && last > settled) mark = { to: last };
    return settled;
  };
}
