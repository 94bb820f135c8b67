import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../../core/errors.ts';
import { notReached } from './table-problem.ts';

/** After so long every database has answered, or is taken for one that does not. */
export const patienceMs = 5_000;
/** No failure is told sooner: the time that a refusal takes would tell what kind of one it was. */
export const alikeMs = patienceMs + 250;

/** What is left of that time. */
export const restMs = (startedAt: number): number => Math.max(0, Math.min(alikeMs, startedAt + alikeMs - Date.now()));

/** What is wrong with a table is told to its organization: its own database has let us in. So is an adapter without a host. */
function isOfTable({ code, fields = [] }: Refusal): boolean {
  if (code !== 'adapter-failed') return code !== 'egress-refused';
  return fields.every((problem) => ['table', 'database'].includes(problem.field) || problem.code === 'empty');
}

/** Could the failure, told as it is, say what there is in the network? */
export const tellsOfNetwork = (error: unknown): boolean => !(error instanceof Refusal) || !isOfTable(error);

/**
 * A failure as an organization is told it: a name that is not there, a port where nobody listens, a network that is closed and a
 * wrong password read alike and take as long, because the organization chooses the host.
 */
export async function alike(id: string, startedAt: number, cause: unknown): Promise<Refusal> {
  await pause(restMs(startedAt));
  return new Refusal('adapter-failed', { kind: 'Adapter', id }, { fields: [notReached], cause });
}
