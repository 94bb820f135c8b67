import type { Kind, Registry } from '@doorwright/crds';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/knex.ts';
import type { SecretBox } from '../db/secret-box.ts';
import { readBody } from '../http/body.ts';
import { Refusal } from '../http/errors.ts';
import type { HooksByKind, Work } from '../resources/hooks.ts';
import type { Id } from '../resources/ids.ts';
import type { Objects } from '../resources/objects.ts';
import { record, type Visit } from '../resources/records.ts';
import type { Store } from '../resources/store.ts';
import { createIdentify } from './identify.ts';
import type { OperatorCaller } from './narrowed-token.ts';
import { renderProblems } from './problems.ts';
import { declaredRoutes } from './routes.ts';

export interface DeclaredDeps {
  config: Config;
  registry: Registry;
  db: Db;
  box: SecretBox;
  store: (kind: string) => Store;
  objects: Objects;
  hooks: HooksByKind;
  log: Logger;
  clientAddress: (req: Request) => string;
  now: () => Date;
}

/** A request of the operator, as handlers see it. */
export interface OperatorAsked {
  caller: OperatorCaller;
  visit: Visit;
  work: Work;
  req: Request;
  query: Readonly<Record<string, string | undefined>>;
  /** The kind in the path: one of those that can be declared, or the path leads nowhere. */
  kind: () => Kind;
  id: () => Id;
}

export interface DeclaredRoute {
  method: 'get' | 'put' | 'post' | 'delete';
  path: string;
  handle: (asked: OperatorAsked) => Promise<unknown>;
}

/** The declared surface: its own identity, routes and form of refusal, and nothing that leads to users or to /api. */
export function createDeclared(deps: DeclaredDeps): RequestHandler {
  const { registry, db, box, store, log } = deps;
  const identify = createIdentify(deps);
  const router = express.Router({ caseSensitive: true, strict: true });

  function declarable(name: string | undefined): Kind {
    const kind = registry.kinds.find((each) => each.name === name && each.declared);
    if (!kind) throw new Refusal('unknown-path', { path: `/declared/v1/${name}`.slice(0, 200) });
    return kind;
  }

  function askedOf(req: Request, caller: OperatorCaller, now: Date, path: string): OperatorAsked {
    const params = req.params as Record<string, string | undefined>;
    const action = `declared ${req.method} ${path}`;
    const visit = { caller, now, method: req.method, uri: req.originalUrl, action, clientIp: deps.clientAddress(req) };
    return {
      caller,
      visit,
      work: { sql: db, caller, now, registry, box, store },
      req,
      query: req.query as Record<string, string | undefined>,
      kind: () => declarable(params.kind),
      id: () => ({ owner: params.owner ?? '', key: params.name ?? '' }),
    };
  }

  const serve =
    ({ method, path, handle }: DeclaredRoute): RequestHandler =>
    async (req: Request, res: Response) => {
      const now = deps.now();
      const asked = askedOf(req, await identify(req, now), now, path);
      try {
        const answer = await handle(asked);
        res.set('Cache-Control', 'no-store').json(answer);
      } catch (error) {
        const isTold = method !== 'get' && error instanceof Refusal;
        if (isTold) await record(asked.work, asked.visit, { outcome: 'refused', reason: error.code });
        throw error;
      }
    };

  for (const route of declaredRoutes(deps)) router[route.method](route.path, ...readBody, serve(route));
  router.use((req, _res, next) => next(new Refusal('unknown-path', { path: req.originalUrl.slice(0, 200) })));
  router.use(renderProblems(log));
  return router;
}
