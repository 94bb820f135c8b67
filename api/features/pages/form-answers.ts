import express, { type RequestHandler } from 'express';

/** The members of an answer that a service posts: OAuth 2.0 Form Post Response Mode, and the user of Apple. */
const members = ['code', 'state', 'iss', 'error', 'error_description', 'user'];

const readForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 });

/**
 * Apple posts its answer to the callback as a form. A post from another site brings no cookie of ours (SameSite=Lax), so nothing is judged
 * here: the browser goes on to the page with the same answer in its query, which anybody could write too. The page's own call brings the
 * cookie of the browser that began (S32).
 */
const goOn: RequestHandler = (req, res) => {
  const form: Record<string, unknown> = req.body ?? {};
  const told = members.flatMap((name) => (typeof form[name] === 'string' ? [[name, form[name]]] : []));
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, `${req.path}?${new URLSearchParams(told as [string, string][])}`);
};

export function formAnswerRoutes(): RequestHandler {
  const router = express.Router();
  router.post(['/callback', '/callback/oauth/:name'], readForm, goOn);
  return router;
}
