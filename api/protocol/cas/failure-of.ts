import type { Response } from 'express';
import type { Logger } from 'pino';
import { logFailure, refusalOf } from '../../http/request-failure.ts';
import { CasFailure } from './failure.ts';

/**
 * The failure that a service learns of. An error of the server is logged and not told. Its status says that another try helps; an error of the
 * protocol has 200, because libraries read the text.
 */
export function failureOf(error: unknown, log: Logger, res: Response): CasFailure {
  if (error instanceof CasFailure) return error;
  const refusal = refusalOf(error);
  logFailure(log, refusal, String(res.getHeader('x-request-id')));
  res.status(refusal.status === 200 ? 500 : refusal.status);
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  return new CasFailure('INTERNAL_ERROR', 'An internal error occurred. Try again later');
}
