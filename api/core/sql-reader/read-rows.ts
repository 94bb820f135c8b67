import type { Egress, EgressOwner } from '../egress/gate.ts';
import { Refusal } from '../errors.ts';
import { runInThread } from '../work/run-in-thread.ts';
import { withTimeout } from '../work/with-timeout.ts';
import type { Assignment } from './connector.ts';
import { type Limits, type Row, type Selection, type SqlProblem, SqlReadError, type SqlSource } from './source.ts';

const memory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

interface Reading {
  rows?: Row[];
  problem?: SqlProblem;
}

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
  const startedAt = performance.now();
  const remainingMs = () => Math.max(1, Math.ceil(startedAt + limits.withinMs - performance.now()));
  try {
    const addresses = await withTimeout(egress.for(owner).addressesOf(source.host), limits.withinMs);
    const assignment: Assignment = { source, addresses, selection, limits };
    const url = new URL('./worker.ts', import.meta.url);
    const { rows = [], problem } = await runInThread<Reading>(url, assignment, { memory, withinMs: remainingMs() });
    if (problem) throw new SqlReadError(problem);
    return rows;
  } catch (error) {
    if (error instanceof Refusal || error instanceof SqlReadError) throw error;
    throw new SqlReadError('unreachable', error);
  }
}
