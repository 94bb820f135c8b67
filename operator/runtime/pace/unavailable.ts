import { CircuitOpenError } from './circuit-breaker.ts';
import { isConnectionError } from './connection-error.ts';
import { retryAfterOf } from './retry-after.ts';

/** Beside 5xx: we are not let in, were too slow, or are too many. Each is over some day without the object being touched. */
const passing: readonly unknown[] = [401, 408, 429];

/** Whoever was asked could not say: nothing is known of the object that was not known before. */
export function isUnavailable(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return (
    error instanceof CircuitOpenError ||
    isConnectionError(error) ||
    retryAfterOf(error) !== undefined ||
    passing.includes(status) ||
    (typeof status === 'number' && status >= 500)
  );
}
