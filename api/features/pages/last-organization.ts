import type { RequestHandler } from 'express';
import { platform } from '../../core/callers.ts';
import { organizationCookieName, valueOfCookie } from '../../http/cookies.ts';
import type { InternalCall } from '../../http/internal-call.ts';
import { languageOf } from '../../http/language.ts';

/** The form of a name in an address. Anybody can write a cookie into their own browser. */
const isName = /^[\w%!*'().~-]+$/;

/** The page offers a link to `/login` itself, because its visitor has not chosen the organization. */
const isRemembered = 'remembered';

/**
 * Leads from `/login` to the page of the organization that last signed in with this browser. Its people come here after a lost session, and
 * `/login` itself knows the people of the platform only.
 */
export const toLastOrganization =
  (ask: InternalCall, origin: string): RequestHandler =>
  async (req, res, next) => {
    const note = valueOfCookie(req, organizationCookieName(origin)) ?? platform;
    if (req.method !== 'GET' || req.path !== '/login' || note === platform || !isName.test(note)) return next();
    const found = await ask(`get-organization?id=admin/${note}`, {
      ...{ req, res },
      language: languageOf(req.headers['accept-language']),
    });
    // It may have another name by now.
    if (found?.status !== 'ok' || !found.data) return next();
    const [, query = ''] = req.originalUrl.split('?');
    const rest = new URLSearchParams([...new URLSearchParams(query), [isRemembered, '1']]);
    res.set('Cache-Control', 'no-store').redirect(302, `/login/${note}?${rest}`);
  };
