import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Request } from 'express';
import type { Caller } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import {
  deviceCookieName,
  linkCookieName,
  passkeyCookieName,
  requestCookieName,
  sessionCookieName,
  valueOfCookie,
} from '../../http/cookies.ts';
import type { RouteRequest } from '../../http/route.ts';
import { mayEnter } from '../place/may-enter.ts';

/** The browser: the note of the users who have signed in there before, its marks on requests to providers, on challenges for passkeys and on links, and its name. */
export const browserOf = (req: Request, origin: string) => ({
  deviceCookie: valueOfCookie(req, deviceCookieName(origin)),
  requestCookie: valueOfCookie(req, requestCookieName(origin)),
  passkeyCookie: valueOfCookie(req, passkeyCookieName(origin)),
  linkCookie: valueOfCookie(req, linkCookieName(origin)),
  userAgent: req.get('User-Agent') ?? '',
});

export type KnownSession = Extract<Caller, { type: 'user' }> & {
  /** The id of the session. */
  session: string;
  /** The value of its cookie. */
  cookie: string;
};

/** The session that the browser has. */
export function knownSession({ context: { caller }, http }: RouteRequest, origin: string): KnownSession | undefined {
  if (caller.type !== 'user' || !caller.session) return;
  const cookie = valueOfCookie(http.req, sessionCookieName(origin));
  return cookie ? { ...caller, session: caller.session, cookie } : undefined;
}

/** Goes on with a session at an application. A page that shows another user does nothing for this one. */
export function continueSession(known: KnownSession, application: Application, shown: string) {
  if (!mayEnter(known.owner, application)) throw new Refusal('unauthorized');
  if (shown && shown !== `${known.owner}/${known.name}`) throw new Refusal('other-account');
  return { user: known, session: known.cookie };
}
