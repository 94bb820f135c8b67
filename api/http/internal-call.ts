import type { Request, Response } from 'express';
import { admit } from '../core/authorize.ts';
import { anonymous } from '../core/callers.ts';
import { Refusal } from '../core/errors.ts';
import { envelopeOf, refusalEnvelopeOf } from './render.ts';
import type { RouterDeps } from './router.ts';
import { scrubbedUri } from './secrets-in-url.ts';

export interface Page {
  req: Request;
  res: Response;
  language: string;
}

export type Envelope = ReturnType<typeof envelopeOf> | ReturnType<typeof refusalEnvelopeOf>;

/** What a GET of the api answers, such as `get-application?id=admin/shop`; nothing where it cannot be had now. */
export type Ask = (call: string, page: Page) => Promise<Envelope | undefined>;

/**
 * Answers what a page would ask first without a request for it, by the same routes. What anybody may see is asked as
 * nobody: a page of an administrator holds no more than one of a stranger.
 */
export function createAsk({
  routes,
  authenticate,
  clientAddress,
  now,
}: Omit<RouterDeps, 'refuseCrossSite' | 'work'>): Ask {
  return async (call, { req, res, language }) => {
    const { pathname, searchParams } = new URL(call, 'http://page/api/');
    const route = routes.find(({ method, path }) => method === 'GET' && path === pathname);
    if (!route) return;
    try {
      const caller = route.permission === 'anyone' ? anonymous : admit(route, await authenticate(req));
      const context = {
        caller,
        now: now(),
        method: 'GET',
        uri: scrubbedUri(req.originalUrl),
        action: route.path.slice('/api/'.length),
        clientIp: clientAddress(req),
      };
      const query = Object.fromEntries(searchParams);
      return envelopeOf(await route.handle({ context, query, body: undefined, http: { req, res } }));
    } catch (error) {
      // What nobody expected is met again, logged and told, when the page's script asks.
      return error instanceof Refusal ? refusalEnvelopeOf(error, language) : undefined;
    }
  };
}
