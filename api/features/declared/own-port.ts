import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { Refusal } from '../../core/errors.ts';
import { discoveryPaths } from '../../http/protocol-paths.ts';

const arrived = new WeakSet<IncomingMessage>();

/** The same server for the operator's port: it remembers which requests came by that port. */
export const atOwnPort =
  (handle: RequestListener): RequestListener =>
  (req, res) => {
    arrived.add(req);
    handle(req, res);
  };

/** What the operator asks beside the surface itself: whether the api is there, and what connection Secrets say of it. */
const alsoAsked: readonly string[] = ['/healthz', '/readyz', ...discoveryPaths];

/** The operator's port serves the operator, and no page or account. */
export const onlyForOperator: RequestHandler = (req, _res, next) => {
  const isServed = !arrived.has(req) || req.path.startsWith('/declared/v1/') || alsoAsked.includes(req.path);
  next(isServed ? undefined : new Refusal('unknown-path', { path: req.path.slice(0, 200) }));
};

/** With a port of its own, the surface is nowhere else. */
export const atItsPort =
  (surface: RequestHandler, { hasOwnPort }: { hasOwnPort: boolean }): RequestHandler =>
  (req, res, next) =>
    hasOwnPort && !arrived.has(req) ? next() : surface(req, res, next);
