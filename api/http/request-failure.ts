import type { Logger } from 'pino';
import { Refusal } from '../core/errors.ts';
import { databaseFailureOf, databaseReasonOf } from '../db/database-failure.ts';

/** The answer for an error. An unexpected error becomes `internal`. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const trouble = databaseFailureOf(error);
  if (!trouble) return new Refusal('internal', {}, { cause: error });
  const [code, retryAfterSeconds] = trouble === 'away' ? (['not-ready', 2] as const) : (['busy', 1] as const);
  return new Refusal(code, {}, { cause: error, retryAfterSeconds });
}

const everyMs = 10_000;
const loggedFailures = new WeakMap<Logger, Map<string, { at: number; requests: number }>>();

/**
 * Logs each unexpected error in full. An unusable database fails all requests for one reason. So that reason is
 * logged once in ten seconds, with the number of requests.
 */
export function logFailure(log: Logger, { code, cause }: Refusal, requestId: string): void {
  if (code === 'internal') log.error({ err: cause, requestId }, 'Request failed');
  if (databaseFailureOf(cause)) logTrouble(log, code, databaseReasonOf(cause));
}

function logTrouble(log: Logger, code: string, reason: string): void {
  const all = loggedFailures.get(log) ?? new Map<string, { at: number; requests: number }>();
  loggedFailures.set(log, all);
  const before = all.get(code);
  const requests = (before?.requests ?? 0) + 1;
  const now = performance.now();
  if (before && now - before.at < everyMs) return void all.set(code, { at: before.at, requests });
  all.set(code, { at: now, requests: 0 });
  log.error({ reason, requests }, code === 'busy' ? 'The database is overloaded' : 'The database cannot be used');
}
