import { eventOfRefusal } from '@doorwright/crds/options/events.ts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { isAccessTooNarrow } from '../core/application-access.ts';
import { admit } from '../core/authorize.ts';
import { anonymous } from '../core/callers.ts';
import { Refusal } from '../core/errors.ts';
import { requireFreshProof } from '../core/fresh-proof.ts';
import { type RequestContext, record } from '../core/objects/history/records.ts';
import type { Work } from '../core/objects/rules/kind-hooks.ts';
import { bodyReaders } from './body.ts';
import { sendAnswer } from './render.ts';
import { sourceOf } from './request-source.ts';
import type { Answer, Route, RouteRequest } from './route.ts';
import { scrubbedUri } from './secrets-in-url.ts';
import { isStorableText } from './storable.ts';

export interface RouterDeps {
  routes: readonly Route[];
  authenticate: (req: Request, how?: { isUse?: boolean }) => Promise<RequestContext['caller']>;
  /** Refuses requests that another site's page causes. */
  refuseCrossSite: (req: Request, route: Route) => void;
  /** Refuses a read of a session that no page of ours proves. */
  refuseUnproven: (req: Request, route: Route) => void;
  clientAddress: (req: Request) => string;
  work: Omit<Work, 'caller' | 'now'>;
  now: () => Date;
}

/** Each parameter may occur once. A repeated one could be read in two ways. */
function singleValues(query: Request['query']): Record<string, string> {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw new Refusal('repeated-parameter', { name: name.slice(0, 50) });
    if (!isStorableText(value)) throw new Refusal('invalid', {}, { fields: [{ field: name, code: 'wrong' }] });
  }
  return { ...query } as Record<string, string>;
}

/** Serves the routes. Every route passes the same checks in the same order before its handler runs. */
export function createRouter({
  routes,
  authenticate,
  refuseCrossSite,
  refuseUnproven,
  clientAddress,
  work,
  now,
}: RouterDeps): RequestHandler {
  const contextOf = (req: Request, route: Route): RequestContext => ({
    caller: anonymous,
    now: now(),
    method: req.method,
    uri: scrubbedUri(req.originalUrl),
    action: route.path.slice('/api/'.length),
    clientIp: clientAddress(req),
    source: sourceOf(req),
  });

  const serve =
    (route: Route): RequestHandler =>
    async (req, res) => {
      const context = contextOf(req, route);
      try {
        refuseCrossSite(req, route);
        const query = singleValues(req.query);
        const segments = singleValues(req.params);
        context.caller = await authenticate(req);
        context.caller = admit(route, context.caller);
        refuseUnproven(req, route);
        if (route.freshProof) requireFreshProof(context.caller, context.now);
        const answer = await route.handle({
          context,
          query,
          segments,
          body: req.body,
          callerNow: async () => admit(route, await authenticate(req, { isUse: false })),
          http: { req, res },
        } satisfies RouteRequest);
        if (context.recordAlso) await record(work, context, context.recordAlso);
        finish(res, answer);
      } catch (error) {
        if (error instanceof Refusal && (route.method === 'POST' || isAccessTooNarrow(error)))
          await recordRefusal(context, error);
        throw error;
      }
    };

  const finish = (res: Response, answer: Answer) => {
    if (!answer.sent) sendAnswer(res, answer);
  };

  const recordRefusal = (context: RequestContext, refusal: Refusal) =>
    record(work, context, {
      ...context.about,
      ...{ outcome: 'refused', reason: refusal.reason, event: eventOfRefusal(context.action, refusal.code) },
    });

  /** Records an unreadable request under the caller that its headers name. */
  async function recordUnread(route: Route, req: Request, refusal: Refusal): Promise<void> {
    const context = contextOf(req, route);
    try {
      refuseCrossSite(req, route);
      context.caller = await authenticate(req);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    await recordRefusal(context, refusal);
  }

  /** One router for each path. A single router would try hundreds of routes in turn. */
  const routers = new Map<string, express.Router>();
  for (const route of routes) {
    const router = routers.get(route.path) ?? express.Router({ caseSensitive: true, strict: true });
    routers.set(route.path, router);
    const isRead = route.method === 'POST' && !route.upload;
    const readers = isRead ? bodyReaders((req, refusal) => recordUnread(route, req, refusal), route) : [];
    const path = [route.path, ...(route.segments ?? []).map((name) => `:${name}`)].join('/');
    router[route.method === 'GET' ? 'get' : 'post'](path, ...readers, serve(route));
  }
  // A path of two names is a route's own, or the beginning of one with segments.
  const firstNames = /^\/api\/[^/]+/;
  return (req, res, next) => {
    const router = routers.get(req.path) ?? routers.get(firstNames.exec(req.path)?.[0] ?? '');
    if (router) router(req, res, next);
    else next();
  };
}
