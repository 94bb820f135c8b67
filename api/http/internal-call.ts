import type { Request, Response } from 'express';
import { admit } from '../core/authorize.ts';
import { anonymous } from '../core/callers.ts';
import { Refusal } from '../core/errors.ts';
import { envelopeOf, refusalEnvelopeOf } from './render.ts';
import { sourceOf } from './request-source.ts';
import type { RouterDeps } from './router.ts';
import { scrubbedUri } from './secrets-in-url.ts';

export interface Page {
  req: Request;
  res: Response;
  language: string;
}

export type Envelope = ReturnType<typeof envelopeOf> | ReturnType<typeof refusalEnvelopeOf>;

/** The answer of a GET of the api, such as `get-application?id=admin/shop`. Undefined if it is not available now. */
export type InternalCall = (call: string, page: Page) => Promise<Envelope | undefined>;

/**
 * Answers a page's first calls without HTTP, with the same routes. Public data is read anonymously, so an
 * administrator's page contains no more than a stranger's.
 */
export function createInternalCall({
  routes,
  authenticate,
  clientAddress,
  now,
}: Omit<RouterDeps, 'refuseCrossSite' | 'refuseUnproven' | 'work'>): InternalCall {
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
        source: sourceOf(req),
      };
      const query = Object.fromEntries(searchParams);
      const callerNow = async () => caller;
      return envelopeOf(
        await route.handle({ context, query, segments: {}, body: undefined, callerNow, http: { req, res } }),
      );
    } catch (error) {
      // An unexpected error occurs again when the page's script calls. Then it is logged.
      return error instanceof Refusal ? refusalEnvelopeOf(error, language) : undefined;
    }
  };
}
