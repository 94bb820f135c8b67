import type { Logger } from 'pino';
import { Refusal } from '../core/errors.ts';
import { reasonOf, troubleOf } from '../db/trouble.ts';

/** What the caller is told of an error: of one that we did not expect, that it is ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const trouble = troubleOf(error);
  if (!trouble) return new Refusal('internal', {}, { cause: error });
  const [code, retryAfterSeconds] = trouble === 'away' ? (['not-ready', 2] as const) : (['busy', 1] as const);
  return new Refusal(code, {}, { cause: error, retryAfterSeconds });
}

const everyMs = 10_000;
const told = new WeakMap<Logger, Map<string, { at: number; requests: number }>>();

/**
 * What we did not expect is logged whole, each time. A database that cannot be used fails every request for the same reason:
 * that is said once, and again each ten seconds with how many it was.
 */
export function logFailure(log: Logger, { code, cause }: Refusal, requestId: string): void {
  if (code === 'internal') log.error({ err: cause, requestId }, 'Request failed');
  if (troubleOf(cause)) logTrouble(log, code, reasonOf(cause));
}

function logTrouble(log: Logger, code: string, reason: string): void {
  const all = told.get(log) ?? new Map<string, { at: number; requests: number }>();
  told.set(log, all);
  const before = all.get(code);
  const requests = (before?.requests ?? 0) + 1;
  const now = performance.now();
  if (before && now - before.at < everyMs) return void all.set(code, { at: before.at, requests });
  all.set(code, { at: now, requests: 0 });
  log.error({ reason, requests }, code === 'busy' ? 'The database has too much to do' : 'The database cannot be used');
}
