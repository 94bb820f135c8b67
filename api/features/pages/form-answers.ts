import express, { type RequestHandler } from 'express';
import { Refusal } from '../../core/errors.ts';
import { bodyReaders } from '../../http/body.ts';

/** The members of an answer that a service posts: OAuth 2.0 Form Post Response Mode, and the user of Apple. */
const members = ['code', 'state', 'iss', 'error', 'error_description', 'user'];

/** The same limit as for the answer of a sign-in. */
const longest = 8000;

/**
 * Apple posts its answer to the callback as a form. A post from another site brings no cookie of ours (SameSite=Lax), so nothing is judged
 * here: the browser goes on to the page with the same answer in its query, which anybody could write too. The page's own call brings the
 * cookie of the browser that began (S32).
 */
const goOn: RequestHandler = (req, res) => {
  const form: Record<string, unknown> = req.body ?? {};
  const query = new URLSearchParams();
  for (const name of members) if (typeof form[name] === 'string') query.set(name, form[name]);
  const answer = query.toString();
  if (answer.length > longest) throw new Refusal('body-too-large', { limit: '8kb' });
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, `${req.path}?${answer}`);
};

export function formAnswerRoutes(): RequestHandler {
  const router = express.Router();
  router.post(['/callback', '/callback/oauth/:name'], ...bodyReaders(() => undefined), goOn);
  return router;
}
