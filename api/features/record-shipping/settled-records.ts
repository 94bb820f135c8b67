import { tableName } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import type { Sql } from '../../db/knex.ts';

/**
 * Tells up to which ID no record can appear any more. A transaction gets its number before its record gets an ID. So one check
 * notes the greatest ID and takes a transaction number of its own. A later check finds that all transactions before that number
 * have ended.
 */
export function createSettledRecords(sql: Sql): () => Promise<number> {
  let settled = 0;
  let mark: { to: number; by: string } | undefined;
  return async () => {
    const known = mark?.to ?? settled;
    const { rows } = await sql.raw(
      // The row of the sequence is read before the number is taken.
      `SELECT last_value AS last, CASE WHEN is_called AND last_value > ? THEN pg_current_xact_id()::text END AS taken,
         pg_snapshot_xmin(pg_current_snapshot()) >= ?::text::xid8 AS is_over FROM "${tableName(record)}_id_seq"`,
      [known, mark?.by ?? null],
    );
    const { last, taken, is_over } = rows[0] as { last: number; taken: string | null; is_over: boolean | null };
    if (mark && is_over) {
      settled = mark.to;
      mark = undefined;
    }
    if (!mark && taken) mark = { to: last, by: taken };
    return settled;
  };
}
