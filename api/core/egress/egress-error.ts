import { Refusal } from '../errors.ts';

/**
 * A permitted call that failed. Its message may be shown to people, because it never contains the address with its
 * query.
 */
export class EgressError extends Error {
  readonly code = 'egress-failed';
  readonly host: string;

  constructor(host: string, reason: string, options?: ErrorOptions) {
    super(`${host}: ${reason}`, options);
    this.name = 'EgressError';
    this.host = host;
  }
}

/** The answer is larger than its reader takes. */
export class AnswerTooLarge extends EgressError {
  constructor(host: string, maxBytes: number) {
    super(host, `the answer is larger than ${maxBytes} bytes`);
  }
}

/** Turns any failure into one error of ours. A refusal inside a failed connection comes out unchanged. */
export function asEgressError(error: unknown, host: string): Error {
  const { cause } = error as { cause?: unknown };
  for (const each of [error, cause]) if (each instanceof Refusal || each instanceof EgressError) return each;
  const reason = cause instanceof Error && cause.message ? cause : (error as Error);
  return new EgressError(host, reason.message || (reason as NodeJS.ErrnoException).code || 'failed', { cause: error });
}
