import type { Response } from 'express';
import type { Logger } from 'pino';
import { logFailure, refusalOf } from '../../http/request-failure.ts';
import { CasFailure } from './failure.ts';

/** The failure that a service gets for an error of the server. The error itself is only logged. The status says that another try may help. */
export function failureOf(error: unknown, log: Logger, res: Response): CasFailure {
  const refusal = refusalOf(error);
  logFailure(log, refusal, String(res.getHeader('x-request-id')));
  res.status(refusal.status === 200 ? 500 : refusal.status);
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  return new CasFailure('INTERNAL_ERROR', 'An internal error occurred. Try again later');
}
