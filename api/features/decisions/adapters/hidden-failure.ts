import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../../core/errors.ts';
import { notReached } from './table-problem.ts';

/** A database answers within this time, or counts as one that does not answer. */
export const timeoutMs = 5_000;
/** The earliest answer of a hidden failure. An earlier one would show by its time which failure it was. */
export const answeredAfterMs = timeoutMs + 250;

export const remainingMs = (startedAt: number): number =>
  Math.max(0, Math.min(answeredAfterMs, startedAt + answeredAfterMs - Date.now()));

/**
 * Tells whether a failure concerns the table itself. An organization may see such a failure, because its database
 * accepted the connection. A missing host counts too.
 */
function isOfTable({ code, fields = [] }: Refusal): boolean {
  if (code !== 'adapter-failed') return code !== 'egress-refused';
  return fields.every((problem) => ['table', 'database'].includes(problem.field) || problem.code === 'empty');
}

/** Tells whether a failure would reveal something about the network. */
export const revealsNetwork = (error: unknown): boolean => !(error instanceof Refusal) || !isOfTable(error);

/**
 * A failure as an organization sees it. The organization chooses the host, so an unknown name, a closed port, a closed network and a
 * wrong password have the same answer after the same time.
 */
export async function hiddenFailure(id: string, startedAt: number, cause: unknown): Promise<Refusal> {
  await pause(remainingMs(startedAt));
  return new Refusal('adapter-failed', { kind: 'Adapter', id }, { fields: [notReached], cause });
}
