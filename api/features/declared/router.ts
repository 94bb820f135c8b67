import type { Kind } from '@doorwright/crds';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { bodyReaders } from '../../http/body.ts';
import { sourceOf } from '../../http/request-source.ts';
import { createIdentify } from './identify.ts';
import type { OperatorCaller } from './narrowed-token.ts';
import { renderProblems } from './problems.ts';
import type { DeclaredDeps, DeclaredRoute, OperatorAsked } from './route.ts';
import { declaredRoutes } from './routes.ts';
import { hideFromTenant, isOfTenant, type TenantCaller } from './tenant-scope.ts';

const ofObject = /^\/[:\w]+\/:owner\/:name(\/|$)/;

/** The declared surface, with its own identity, routes and form of refusals. It leads not to /api, and to users only with the full token. */
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
    const context = {
      caller,
      now,
      method: req.method,
      uri: req.originalUrl,
      action,
      clientIp: deps.clientAddress(req),
      source: sourceOf(req),
    };
    return {
      caller,
      callerNow: () => identify(req, deps.now()),
      context,
      work: { sql: db, caller, now, registry, box, store },
      req,
      query: req.query as Record<string, string | undefined>,
      // The path of some routes names their kind.
      kind: () => declarable(params.kind ?? path.split('/')[1]),
      id: () => ({ owner: params.owner ?? '', key: params.name ?? '' }),
    };
  }

  /** A tenant's token reaches only objects that its namespace made. */
  async function hold(
    { kind, id, work }: OperatorAsked,
    caller: TenantCaller,
    route: Pick<DeclaredRoute, 'method' | 'path'>,
  ) {
    if (!ofObject.test(route.path)) throw new Refusal('unauthorized');
    // A declaration checks this in its own transaction.
    if (route.method !== 'put') await hideFromTenant(kind(), id(), caller, work);
  }

  const serve =
    ({ method, path, handle }: DeclaredRoute): RequestHandler =>
    async (req: Request, res: Response) => {
      const now = deps.now();
      const asked = askedOf(req, await identify(req, now), now, path);
      try {
        if (isOfTenant(asked.caller)) await hold(asked, asked.caller, { method, path });
        const answer = await handle(asked);
        res.set('Cache-Control', 'no-store').json(answer);
      } catch (error) {
        const isTold = method !== 'get' && error instanceof Refusal;
        if (isTold) await record(asked.work, asked.context, { outcome: 'refused', reason: error.code });
        throw error;
      }
    };

  async function recordUnread({ path }: DeclaredRoute, req: Request, refusal: Refusal): Promise<void> {
    const now = deps.now();
    const asked = askedOf(req, await identify(req, now), now, path);
    await record(asked.work, asked.context, { outcome: 'refused', reason: refusal.code });
  }

  for (const route of declaredRoutes(deps)) {
    const readers = bodyReaders((req, refusal) => recordUnread(route, req, refusal));
    router[route.method](route.path, ...readers, serve(route));
  }
  router.use((req, _res, next) =>
    next(new Refusal('unknown-path', { path: `${req.baseUrl}${req.path}`.slice(0, 200) })),
  );
  router.use(renderProblems(log));
  return router;
}
