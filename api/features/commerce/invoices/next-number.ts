import { tableName } from '@doorwright/crds/derive/tables.ts';
import { invoiceSeries } from '@doorwright/crds/kinds/invoice-series.ts';
import { platform } from '../../../core/callers.ts';
import type { Sql } from '../../../db/knex.ts';

const table = tableName(invoiceSeries);

/**
 * The next number of this year: `INV-2026-000001`. Its row stays locked until the end of the transaction. So two at once get two numbers, and
 * a transaction that fails gives its number back.
 */
export async function nextNumber(sql: Sql, prefix: string, now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  const [row] = await sql(table)
    .insert({
      ...{ owner: 'admin', name: `${platform} ${year}`, created_time: now, version: 1 },
      ...{ organization: platform, year, last: 1 },
    })
    .onConflict(['owner', 'name'])
    .merge({ last: sql.raw('??.last + 1', [table]), version: sql.raw('??.version + 1', [table]) })
    .returning('last');
  return `${prefix}${year}-${String(row.last).padStart(6, '0')}`;
}
