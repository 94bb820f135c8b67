import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { errorMessage } from '../core/error-message.ts';
import type { Refusal } from '../core/errors.ts';
import { logFailure, refusalOf } from './request-failure.ts';
import type { Answer } from './route.ts';

/** The envelope of the specification. `code` and `fields` are additions that clients of Casdoor 2022 ignore. */
export const envelopeOf = ({ data = null, data2 = null, sub = '', name = '' }: Answer) => ({
  status: 'ok',
  msg: '',
  sub,
  name,
  data,
  data2,
});

export function refusalEnvelopeOf(refusal: Refusal, language: string) {
  const { message: msg, params, fields } = errorMessage(refusal, language);
  return { status: 'error', msg, code: refusal.code, params, fields, data: refusal.data, data2: null };
}

/** Like `res.json`, but sends head and body in one write. Express needs two for long bodies. */
function sendJson(res: Response, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // Node counts the bytes that it sends, which are none for HEAD.
  res.setHeader('Content-Length', body.length);
  res.end(body);
}

export const sendAnswer = (res: Response, answer: Answer): void => sendJson(res, envelopeOf(answer));

/** A caller with a token gets the challenge of RFC 9470. A page reads the code of the answer. */
function challenge(res: Response, { challenge }: Refusal): void {
  if (!challenge || !/^bearer /i.test(res.req.headers.authorization ?? '')) return;
  const about = 'A newer sign-in is required';
  res
    .status(401)
    .set(
      'WWW-Authenticate',
      `Bearer error="insufficient_user_authentication", error_description="${about}", max_age="${challenge.maxAge}"`,
    );
}

export function sendRefusal(res: Response, refusal: Refusal, language: string): void {
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  res.status(refusal.status);
  challenge(res, refusal);
  sendJson(res, refusalEnvelopeOf(refusal, language));
}

/**
 * The only place where an error becomes a response. An unexpected error is logged in full, and the caller gets
 * only its code.
 */
export function renderErrors(log: Logger, languageOf: (res: Response) => string): ErrorRequestHandler {
  return (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const refusal = refusalOf(error);
    logFailure(log, refusal, res.locals.requestId);
    sendRefusal(res, refusal, languageOf(res));
  };
}
