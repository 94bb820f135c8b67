import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

const isSecure = (origin: string) => origin.startsWith('https:');

/** Cookies ignore ports. With its port in the name, a server does not overwrite the cookie of another one on its host. */
const withPort = (name: string, { port }: Pick<URL, 'port'>) => (port ? `${name}_${port}` : name);

/** With the prefix, browsers accept the cookie only from this host and over TLS, so a sibling host cannot set it. */
const named = (name: string, origin: string) => (isSecure(origin) ? '__Host-' : '') + withPort(name, new URL(origin));

export const sessionCookieName = (origin: string) => named('doorwright_session', origin);
export const deviceCookieName = (origin: string) => named('doorwright_device', origin);
export const requestCookieName = (origin: string) => named('doorwright_request', origin);
export const attemptCookieName = (origin: string) => named('doorwright_attempt', origin);
export const passkeyCookieName = (origin: string) => named('doorwright_passkey', origin);
export const linkCookieName = (origin: string) => named('doorwright_link', origin);
export const trustCookieName = (origin: string) => named('doorwright_trust', origin);
/** The cookie with the organization that last signed in here. It names no user. */
export const organizationCookieName = (origin: string) => named('doorwright_organization', origin);
/** The cookies in which the authority finds a request again. They belong to its path, which the prefix does not allow. */
export const interactionCookieName = (origin: string) => withPort('doorwright_interaction', new URL(origin));
export const resumeCookieName = (origin: string) => withPort('doorwright_resume', new URL(origin));

/** Our values need no encoding. */
const plain = { encode: String, decode: String };

export const valueOfCookie = (req: Pick<Request, 'headers'>, name: string): string | undefined =>
  parseCookie(req.headers.cookie ?? '', plain)[name] || undefined;

/** A choice that a page keeps for the server, such as the language. The name has the port of the page's address. */
export function choiceIn(req: Pick<Request, 'headers'>, name: string): string | undefined {
  const address = URL.parse(`http://${req.headers.host}`);
  return (address && valueOfCookie(req, withPort(name, address))) ?? valueOfCookie(req, name);
}

/** Without `maxAge` (milliseconds), the cookie ends with the browser session. */
export function setCookie(
  res: Response,
  { name, value, origin, maxAge }: { name: string; value: string; origin: string; maxAge?: number },
): void {
  const rules = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(origin) } as const;
  const age = maxAge === undefined ? {} : { maxAge: Math.floor(maxAge / 1000), expires: new Date(Date.now() + maxAge) };
  res.append('Set-Cookie', stringifySetCookie({ name, value, ...rules, ...age }, plain));
}
