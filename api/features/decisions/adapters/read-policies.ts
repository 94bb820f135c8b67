import type { Adapter } from '@doorwright/crds/kinds/adapter.ts';
import type { Egress } from '../../../core/egress/gate.ts';
import { Refusal } from '../../../core/errors.ts';
import { readRows } from '../../../core/sql-reader/read-rows.ts';
import { SqlReadError } from '../../../core/sql-reader/source.ts';
import { timeoutMs } from './hidden-failure.ts';
import type { TableRow } from './policy-table.ts';
import { problemAtField, type TableProblem } from './table-problem.ts';

const mostRows = 20_000;
/** Values of requests have the same limit. */
const longestValue = 1000;
const limits = { rows: mostRows + 1, bytes: 8 * 2 ** 20, withinMs: timeoutMs, statementMs: 4_000 };
const columns = ['ptype', 'v0', 'v1', 'v2', 'v3', 'v4', 'v5'];
const where = { column: 'ptype', isOneOf: ['p', 'g'] };

/** The policies and roles in the table of an adapter. */
export async function readPolicies(adapter: Adapter, egress: Egress): Promise<readonly TableRow[]> {
  const { owner, name, host, port, sslMode, user, password, tableNamePrefix, databaseType: dialect } = adapter;
  const failed = (problem: TableProblem, cause?: unknown) =>
    new Refusal('adapter-failed', { kind: 'Adapter', id: `${owner}/${name}` }, { fields: [problem], cause });
  if (!host) throw failed({ field: 'host', code: 'empty' });
  const source = { dialect, host, port, sslMode, user, password, database: adapter.database || user };
  const selection = { table: tableNamePrefix + adapter.table, columns, where };
  // An adapter belongs to its organization, so it reaches none of the platform's networks.
  const rows = await readRows(source, selection, { egress, owner: { organization: owner }, limits }).catch((error) => {
    throw error instanceof SqlReadError ? failed(problemAtField(error.problem), error) : error;
  });
  if (rows.length > mostRows) throw new Refusal('too-many-policies', { max: mostRows });
  if (rows.some((row) => row.some((value) => value.length > longestValue)))
    throw failed({ field: 'table', code: 'policy-too-long', params: { max: longestValue } });
  return rows;
}
