import express, { type Request, type RequestHandler, type Response } from 'express';
import { admit } from '../core/authorize.ts';
import { anonymous } from '../core/callers.ts';
import { Refusal } from '../core/errors.ts';
import { isBeyondLent } from '../core/lent.ts';
import type { Work } from '../core/objects/hooks.ts';
import { record, type Visit } from '../core/objects/records.ts';
import { bodyReaders } from './body.ts';
import { sendAnswer } from './render.ts';
import type { Answer, Asked, Route } from './route.ts';
import { scrubbedUri } from './secrets-in-url.ts';
import { isStorableText } from './storable.ts';

export interface RouterDeps {
  routes: readonly Route[];
  authenticate: (req: Request) => Promise<Visit['caller']>;
  /** Refuses what a page of another site makes a browser send. */
  refuseCrossSite: (req: Request, route: Route) => void;
  clientAddress: (req: Request) => string;
  work: Omit<Work, 'caller' | 'now'>;
  now: () => Date;
}

/** Each parameter once: the same one twice would let two readers of a request see two requests. */
function singleValues(query: Request['query']): Record<string, string> {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw new Refusal('repeated-parameter', { name: name.slice(0, 50) });
    if (!isStorableText(value)) throw new Refusal('invalid', {}, { fields: [{ field: name, code: 'wrong' }] });
  }
  return { ...query } as Record<string, string>;
}

/** Serves the routes: each passes the same gates in the same order before its handler sees it. */
export function createRouter({
  routes,
  authenticate,
  refuseCrossSite,
  clientAddress,
  work,
  now,
}: RouterDeps): RequestHandler {
  const visitOf = (req: Request, route: Route): Visit => ({
    caller: anonymous,
    now: now(),
    method: req.method,
    uri: scrubbedUri(req.originalUrl),
    action: route.path.slice('/api/'.length),
    clientIp: clientAddress(req),
  });

  const serve =
    (route: Route): RequestHandler =>
    async (req, res) => {
      const visit = visitOf(req, route);
      try {
        refuseCrossSite(req, route);
        const query = singleValues(req.query);
        visit.caller = await authenticate(req);
        visit.caller = admit(route, visit.caller);
        const answer = await route.handle({ visit, query, body: req.body, http: { req, res } } satisfies Asked);
        if (visit.noted) await record(work, visit, visit.noted);
        finish(res, answer);
      } catch (error) {
        if (error instanceof Refusal && (route.method === 'POST' || isBeyondLent(error)))
          await recordRefusal(visit, error);
        throw error;
      }
    };

  const finish = (res: Response, answer: Answer) => {
    if (!answer.sent) sendAnswer(res, answer);
  };

  const recordRefusal = (visit: Visit, refusal: Refusal) =>
    record(work, visit, { ...visit.about, outcome: 'refused', reason: refusal.code });

  /** Whoever sends what cannot be read is judged as far as the rest of the request says who they are. */
  async function recordUnread(route: Route, req: Request, refusal: Refusal): Promise<void> {
    const visit = visitOf(req, route);
    try {
      refuseCrossSite(req, route);
      visit.caller = await authenticate(req);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    await recordRefusal(visit, refusal);
  }

  /** One for each path: one router of hundreds would try them all in turn. */
  const routers = new Map<string, express.Router>();
  for (const route of routes) {
    const router = routers.get(route.path) ?? express.Router({ caseSensitive: true, strict: true });
    routers.set(route.path, router);
    const isRead = route.method === 'POST' && !route.upload;
    const readers = isRead ? bodyReaders((req, refusal) => recordUnread(route, req, refusal)) : [];
    router[route.method === 'GET' ? 'get' : 'post'](route.path, ...readers, serve(route));
  }
  return (req, res, next) => {
    const router = routers.get(req.path);
    if (router) router(req, res, next);
    else next();
  };
}
