import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { Refusal } from '../../core/errors.ts';
import { discoveryPaths } from '../../http/protocol-paths.ts';

const arrived = new WeakSet<IncomingMessage>();

/** Serves the operator's port, and remembers its requests. */
export const atOwnPort =
  (handle: RequestListener): RequestListener =>
  (req, res) => {
    arrived.add(req);
    handle(req, res);
  };

/** Other paths for the operator: health and discovery. */
const alsoAsked: readonly string[] = ['/healthz', '/readyz', ...discoveryPaths];

/** Refuses everything else on the operator's port. */
export const onlyForOperator: RequestHandler = (req, _res, next) => {
  const isServed = !arrived.has(req) || req.path.startsWith('/declared/v1/') || alsoAsked.includes(req.path);
  next(isServed ? undefined : new Refusal('unknown-path', { path: req.path.slice(0, 200) }));
};

/** With its own port, the surface is on no other one. */
export const atItsPort =
  (surface: RequestHandler, { hasOwnPort }: { hasOwnPort: boolean }): RequestHandler =>
  (req, res, next) =>
    hasOwnPort && !arrived.has(req) ? next() : surface(req, res, next);
