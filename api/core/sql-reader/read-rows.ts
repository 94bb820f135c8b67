import type { Egress, EgressOwner } from '../egress/gate.ts';
import { openSql } from './open-sql.ts';
import type { Limits, Row, Selection, SqlSource } from './source.ts';

interface Access {
  egress: Egress;
  owner: EgressOwner;
  limits: Limits;
}

/**
 * Reads rows from a database of another system, over a connection for this read only. Fails with a `SqlReadError`,
 * or with the refusal of the egress gate.
 */
export async function readRows(
  source: SqlSource,
  selection: Selection,
  { egress, owner, limits }: Access,
): Promise<Row[]> {
  const session = await openSql(source, { egress, owner, limits });
  try {
    const rows = await session.rows({ ...selection, rows: limits.rows });
    return rows.slice(0, limits.rows).map((row) => selection.columns.map((_, index) => row[index] ?? ''));
  } finally {
    await session.close();
  }
}
