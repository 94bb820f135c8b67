import type { Request, Response } from 'express';

const isSecure = (origin: string) => origin.startsWith('https:');

/** With the prefix browsers take the cookie only from this very host and over TLS, so that no sibling can plant one. */
const named = (name: string, origin: string) => (isSecure(origin) ? `__Host-${name}` : name);

export const sessionCookieName = (origin: string) => named('doorwright_session', origin);
export const deviceCookieName = (origin: string) => named('doorwright_device', origin);
export const attemptCookieName = (origin: string) => named('doorwright_attempt', origin);

export function valueOfCookie(req: Pick<Request, 'headers'>, name: string): string | undefined {
  const start = `${name}=`;
  const pair = req.headers.cookie?.split(/;\s*/).find((each) => each.startsWith(start));
  return pair?.slice(start.length) || undefined;
}

/** Without an age the cookie goes when the browser is closed. */
export function setCookie(
  res: Response,
  { name, value, origin, maxAge }: { name: string; value: string; origin: string; maxAge?: number },
): void {
  res.cookie(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(origin),
    encode: String,
    ...(maxAge !== undefined && { maxAge }),
  });
}
