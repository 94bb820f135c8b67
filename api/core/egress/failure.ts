import { Refusal } from '../errors.ts';

/** A call that was allowed and did not succeed. Its message is for people; it never holds the address with its query. */
export class EgressError extends Error {
  readonly code = 'egress-failed';
  readonly host: string;

  constructor(host: string, reason: string, options?: ErrorOptions) {
    super(`${host}: ${reason}`, options);
    this.name = 'EgressError';
    this.host = host;
  }
}

/** What went wrong in one error of ours: a refusal inside of a failed connection comes out as itself. */
export function explained(error: unknown, host: string): Error {
  const { cause } = error as { cause?: unknown };
  for (const each of [error, cause]) if (each instanceof Refusal || each instanceof EgressError) return each;
  const reason = cause instanceof Error && cause.message ? cause : (error as Error);
  return new EgressError(host, reason.message || (reason as NodeJS.ErrnoException).code || 'failed', { cause: error });
}
