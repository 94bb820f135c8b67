import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { errorMessage } from '../../core/error-message.ts';
import type { ErrorCode, Refusal } from '../../core/errors.ts';
import { logFailure, refusalOf } from '../../http/request-failure.ts';

/** Names and statuses of refusals. Others are mistakes in the request. */
const problems: Partial<Record<ErrorCode, [code: string, status: number]>> = {
  'operator-unknown': ['Unauthenticated', 401],
  unauthorized: ['Forbidden', 403],
  'user-export-off': ['Forbidden', 403],
  'built-in': ['BuiltIn', 403],
  'not-found': ['NotFound', 404],
  'unknown-path': ['NotFound', 404],
  'name-conflict': ['NameConflict', 409],
  duplicate: ['NameConflict', 409],
  'adoption-refused': ['AdoptionRefused', 409],
  'in-use': ['InUse', 409],
  'not-managed': ['NotManaged', 409],
  'rotation-pending': ['RotationPending', 409],
  'sync-running': ['Busy', 409],
  stale: ['Stale', 412],
  'unknown-reference': ['UnknownReference', 422],
  'body-stalled': ['Invalid', 408],
  'body-too-large': ['Invalid', 413],
  'unsupported-media': ['Invalid', 415],
  'malformed-body': ['Invalid', 400],
  'too-many-requests': ['TooManyRequests', 429],
  busy: ['Unavailable', 503],
  'not-ready': ['Unavailable', 503],
  internal: ['Internal', 500],
};

/** Members for the data of a refusal, beside those of RFC 9457. */
const dataMember: Partial<Record<ErrorCode, string>> = {
  'adoption-refused': 'drift',
  'in-use': 'dependants',
  stale: 'current',
};

function sendProblem(res: Response, refusal: Refusal): void {
  const [code, status] = problems[refusal.code] ?? ['Invalid', 422];
  const member = dataMember[refusal.code];
  // Logs of operators are in English.
  const { message: detail, fields } = errorMessage(refusal, 'en');
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  if (status === 401) res.set('WWW-Authenticate', 'Bearer');
  res.status(status).type('application/problem+json');
  res.send(
    JSON.stringify({
      type: 'about:blank',
      title: code,
      status,
      detail,
      code,
      ...(fields.length > 0 && { fields }),
      ...(member && refusal.data !== null && { [member]: refusal.data }),
    }),
  );
}

/** Renders refusals as problems (RFC 9457). */
export const renderProblems =
  (log: Logger): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const refusal = refusalOf(error);
    logFailure(log, refusal, res.locals.requestId);
    sendProblem(res, refusal);
  };
