import { CircuitOpenError } from './circuit-breaker.ts';
import { isConnectionError } from './connection-error.ts';
import { retryAfterOf } from './retry-after.ts';

/** Statuses besides 5xx that say nothing about the object: no access, too slow, too many requests. */
const passing: readonly unknown[] = [401, 408, 429];

/** Whether an error says nothing about the object. */
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
