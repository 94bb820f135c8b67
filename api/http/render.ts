import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { errorMessage } from '../core/error-message.ts';
import type { Refusal } from '../core/errors.ts';
import { logFailure, refusalOf } from './failure.ts';
import type { Answer } from './route.ts';

/** The envelope of the specification; `code` and `fields` are ours, beside what the era's clients read. */
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

/** As `res.json` does, but head and body leave in one write: express makes two of what it takes for long. */
function sendJson(res: Response, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // Node counts the bytes of what it sends, which is nothing for HEAD.
  res.setHeader('Content-Length', body.length);
  res.end(body);
}

export const sendAnswer = (res: Response, answer: Answer): void => sendJson(res, envelopeOf(answer));

export function sendRefusal(res: Response, refusal: Refusal, language: string): void {
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  sendJson(res.status(refusal.status), refusalEnvelopeOf(refusal, language));
}

/** The one place where an error becomes an answer. What we did not expect is logged whole and told in one word. */
export function renderErrors(log: Logger, languageOf: (res: Response) => string): ErrorRequestHandler {
  return (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const refusal = refusalOf(error);
    logFailure(log, refusal, res.locals.requestId);
    sendRefusal(res, refusal, languageOf(res));
  };
}
