import { sourceLanguage } from '@doorwright/locales/languages.ts';
import type { ErrorRequestHandler } from 'express';
import { errorMessage } from '../../core/error-message.ts';
import { refusalOf } from '../../http/request-failure.ts';
import type { Authority } from '../authority/authority.ts';
import { errorUriIn } from '../faults/error-uri.ts';
import type { Mistake } from '../faults/mistake.ts';
import { letPagesRead } from './cross-origin.ts';
import { sendProblem } from './send-problem.ts';

/** An error with a code of OAuth. */
export class ProtocolError extends Error {
  readonly error: string;
  readonly status: number;
  readonly mistake: Mistake | undefined;
  /** What records hold of it. */
  readonly detail: string;
  constructor(
    error: string,
    description: string,
    { status = 400, mistake, detail = description }: { status?: number; mistake?: Mistake; detail?: string } = {},
  ) {
    super(description);
    this.error = error;
    this.status = status;
    this.mistake = mistake;
    this.detail = mistake?.sent ?? detail;
  }
}

const ofRefusals: Readonly<Record<string, Mistake>> = { 'credentials-in-url': { fault: 'secret-in-url' } };

function protocolErrorOf(error: unknown): ProtocolError | undefined {
  if (error instanceof ProtocolError) return error;
  const refusal = refusalOf(error);
  if (refusal.status >= 500) return undefined;
  const mistake = ofRefusals[refusal.code];
  const status = refusal.code === 'body-stalled' ? refusal.status : 400;
  // Descriptions of OAuth are English.
  const { message } = errorMessage(refusal, sourceLanguage);
  return new ProtocolError('invalid_request', message, { status, detail: refusal.code, ...(mistake && { mistake }) });
}

/** Answers errors of requests that never reach the library. */
export const answerProtocolErrors =
  ({ clients, refusals }: Pick<Authority, 'clients' | 'refusals'>, origin: string): ErrorRequestHandler =>
  async (caught, req, res, next) => {
    const known = protocolErrorOf(caught);
    if (!known) return next(caught);
    const { error, message, status, mistake, detail } = known;
    const problem = { error, error_description: message };
    refusals.note(req, { code: error, fault: mistake?.fault, detail });
    res.status(status).set({ 'Cache-Control': 'no-store' });
    letPagesRead(req, res);
    if (req.accepts(['html', 'json']) !== 'html')
      return void res.json({ ...problem, ...errorUriIn(origin, mistake?.fault) });
    await sendProblem(req, res, { problem, mistake, clients });
  };
