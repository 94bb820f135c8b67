import type { Request } from 'express';
import { Refusal } from '../core/errors.ts';
import { sessionCookieName, valueOfCookie } from './cookies.ts';
import type { Route } from './route.ts';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** A loopback server has three names in browsers. */
function canonical(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || url.origin === 'null') return;
  return loopback.test(url.hostname) ? `${url.protocol}//localhost:${url.port}` : url.origin;
}

/**
 * Refuses requests that another site's page causes (S19). Every browser sends one of three headers that names the
 * origin. Programs send none, and their requests carry no cookie of a user.
 */
export function createCrossSiteCheck({
  origin,
  related,
}: {
  origin: string;
  /** Further origins under which browsers reach this installation. */
  related: readonly string[];
}): (req: Request, route: Route) => void {
  const ours = new Set([origin, ...related].map(canonical));
  const cookie = sessionCookieName(origin);

  function isForeign(req: Request): boolean {
    const site = req.get('Sec-Fetch-Site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
    const from = req.get('Origin') ?? req.get('Referer');
    if (from === undefined || canonical(from) === canonical(origin)) return false;
    // Our origins may be different sites to each other, and only the browser knows which one a request is for.
    return site === undefined || !ours.has(canonical(from));
  }

  return (req, route) => {
    if (route.fromOtherSites) return;
    const ridesOnSession = req.method !== 'GET' && valueOfCookie(req, cookie) !== undefined;
    if ((ridesOnSession || route.setsSession) && isForeign(req)) throw new Refusal('cross-site');
  };
}

/**
 * Refuses a read that changes something, unless a page of ours proves that it sent it. A link in a letter names no site, so that a
 * request without a name proves nothing. Programs have no cookie.
 */
export function createSameOriginCheck({ origin }: { origin: string }): (req: Request, route: Route) => void {
  const cookie = sessionCookieName(origin);
  return (req, { sameOriginOnly }) => {
    if (!sameOriginOnly || valueOfCookie(req, cookie) === undefined) return;
    const site = req.get('Sec-Fetch-Site');
    const from = req.get('Origin') ?? req.get('Referer');
    const isOurs =
      site === undefined ? from !== undefined && canonical(from) === canonical(origin) : site === 'same-origin';
    if (!isOurs) throw new Refusal('cross-site');
  };
}
