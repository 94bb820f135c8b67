import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { errorMessage } from '../../core/error-message.ts';
import { logFailure, refusalOf } from '../../http/request-failure.ts';
import { drawPage, paragraph } from '../pages/draw-page.ts';
import { wordsIn } from '../pages/page-words.ts';
import { letPagesRead } from './cross-origin.ts';

/**
 * Answers temporary failures. The standards have a code for them at the authorization endpoint (RFC 6749, 4.1.2.1), which programs
 * understand elsewhere too. Pages say so in the visitor's language.
 */
export const answerUnavailable =
  (log: Logger): ErrorRequestHandler =>
  async (caught, req, res, next) => {
    const refusal = refusalOf(caught);
    if (refusal.status !== 503 || res.headersSent) return next(caught);
    logFailure(log, refusal, res.locals.requestId);
    res.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': String(refusal.retryAfterSeconds ?? 1) });
    letPagesRead(req, res);
    const words = await wordsIn(req, req.query.ui_locales);
    const isPage = req.accepts(['html', 'json']) === 'html';
    const { message } = errorMessage(refusal, isPage ? words.language : 'en');
    if (!isPage) return void res.json({ error: 'temporarily_unavailable', error_description: message });
    const { headers, html } = drawPage(words, { title: words.say('problem'), body: paragraph(message) });
    res.set(headers).type('html').send(html);
  };
