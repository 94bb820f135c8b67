import type { Adapter } from '@doorwright/crds/kinds/adapter.ts';
import type { Egress } from '../../../core/egress/gate.ts';
import { Refusal } from '../../../core/errors.ts';
import { answerOfThread } from '../../../core/work/thread.ts';
import { soon } from '../../../core/work/with-timeout.ts';
import { patienceMs } from './alike.ts';
import type { TableRow } from './policy-table.ts';
import { type TableProblem, unreachable } from './table-problem.ts';
import type { TableAddress } from './table-worker.ts';

const mostRows = 20_000;
const mostBytes = 8 * 2 ** 20;
/** No value of a question is longer. */
const longestValue = 1000;
const statementMs = 4_000;
const memory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

async function addressOf(adapter: Adapter, egress: Egress): Promise<TableAddress> {
  const { host, port, sslMode, user, password, tableNamePrefix, table } = adapter;
  return {
    ...{ host, port, sslMode, user, password },
    // The adapter is its organization's: it leads into no network of the platform's own.
    addresses: await soon(egress.for({ organization: adapter.owner }).addressesOf(host), patienceMs),
    database: adapter.database || user,
    table: tableNamePrefix + table,
    ...{ mostRows: mostRows + 1, mostBytes, statementMs },
  };
}

interface Reading {
  rows?: TableRow[];
  problem?: TableProblem;
}

const readApart = (address: TableAddress, withinMs: number): Promise<Reading> =>
  answerOfThread(new URL('./table-worker.ts', import.meta.url), address, { memory, withinMs });

/** The policies and roles that the table of an adapter holds, read over a connection that is made for it and closed. */
export async function readTable(adapter: Adapter, egress: Egress): Promise<TableRow[]> {
  const failed = (problem: TableProblem, cause?: unknown) =>
    new Refusal(
      'adapter-failed',
      { kind: 'Adapter', id: `${adapter.owner}/${adapter.name}` },
      { fields: [problem], cause },
    );
  if (!adapter.host) throw failed({ field: 'host', code: 'empty' });
  const startedAt = performance.now();
  const restMs = () => Math.max(1, Math.ceil(startedAt + patienceMs - performance.now()));
  const answer = await addressOf(adapter, egress)
    .then((address) => readApart(address, restMs()))
    .catch((cause) => {
      throw cause instanceof Refusal ? cause : failed(unreachable, cause);
    });
  const { rows = [], problem } = answer;
  if (problem) throw failed(problem);
  if (rows.length > mostRows) throw new Refusal('too-many-policies', { max: mostRows });
  if (rows.some((row) => row.some((value) => value.length > longestValue)))
    throw failed({ field: 'table', code: 'policy-too-long', params: { max: longestValue } });
  return rows;
}
