import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { listDeleted } from '../../core/objects/history/deleted-objects.ts';
import { resourceText } from '../../core/objects/references/origins.ts';
import { createApply } from './apply.ts';
import { approveRunRoutes } from './approve-run.ts';
import { certKeyRoutes } from './cert-key-routes.ts';
import { clientSecretRoutes } from './client-secret-routes.ts';
import { waitForChanges } from './feed.ts';
import { manifestRoutes } from './manifest-routes.ts';
import { narrow, narrowedSeconds, refuseNarrowed, refusePlatform } from './narrowed-token.ts';
import { listOrphaned } from './orphaned.ts';
import { readNames, readOne } from './reads.ts';
import { recordChainRoutes } from './record-chain-routes.ts';
import { createHandOver, createRelease, createRestore } from './release.ts';
import { parsed, readDeclared, tagIn } from './request.ts';
import type { DeclaredDeps, DeclaredRoute, OperatorAsked } from './route.ts';
import { scimTokenRoutes } from './scim-token-routes.ts';
import { digestOfServed } from './tenant-scope.ts';
import { transferRoutes } from './transfer-routes.ts';

const tokenBody = z
  .strictObject({
    organization: z.string().min(1).max(100).optional(),
    tenant: z
      .strictObject({
        cluster: z.string().min(1).max(253),
        namespace: z.string().min(1).max(63),
        makesOrganizations: z.boolean().default(false),
        serves: z.array(z.string().min(1).max(100)).max(10_000).transform(digestOfServed).optional(),
      })
      .optional(),
  })
  .refine(({ organization, tenant }) => organization !== undefined || tenant !== undefined, {
    error: 'must name what the token is narrowed to',
    path: ['organization'],
  });
const newCluster = z.strictObject({ uid: z.string().min(1).max(100), cluster: z.string().min(1).max(253) });
const policies = z.enum(['Delete', 'Orphan']);

const releaseOf = ({ req, query }: OperatorAsked) => {
  const uid = req.get('Idempotency-Key');
  if (!uid) throw new Refusal('missing-parameter', { name: 'Idempotency-Key' });
  return { uid, policy: parsed(policies, query.policy), ifMatch: tagIn(req.get('If-Match')) };
};

/** All routes of the operator. Fixed paths come before those that begin with a kind. */
export function declaredRoutes(deps: DeclaredDeps): DeclaredRoute[] {
  const { db, box, now } = deps;
  const apply = createApply(deps);
  const release = createRelease(deps);
  const restore = createRestore(deps);
  const handOver = createHandOver(deps);
  return [
    {
      method: 'post',
      path: '/token',
      async handle(asked) {
        refuseNarrowed(asked.caller);
        const narrowing = parsed(tokenBody, asked.req.body);
        refusePlatform(narrowing.organization);
        return { token: await narrow(box, asked.caller, narrowing, asked.context.now), expiresIn: narrowedSeconds };
      },
    },
    {
      method: 'get',
      path: '/changes',
      async handle(asked) {
        refuseNarrowed(asked.caller);
        const waitSeconds = parsed(z.coerce.number().min(0).max(3600), asked.query.wait ?? 0);
        const { req, query, callerNow } = asked;
        return waitForChanges(db, { since: query.since, waitSeconds, req, callerNow, now });
      },
    },
    {
      method: 'get',
      path: '/deleted',
      async handle(asked) {
        refuseNarrowed(asked.caller);
        return { items: await listDeleted(asked.work) };
      },
    },
    {
      method: 'get',
      path: '/orphaned',
      async handle(asked) {
        refuseNarrowed(asked.caller);
        return { items: await listOrphaned(asked.work) };
      },
    },
    ...recordChainRoutes(deps),
    ...manifestRoutes(),
    ...transferRoutes(deps),
    {
      method: 'get',
      path: '/:kind',
      handle: ({ kind, query, work }) => readNames(kind(), query, work),
    },
    {
      method: 'get',
      path: '/:kind/:owner/:name',
      handle: ({ kind, id, work }) => readOne(kind(), id(), work),
    },
    {
      method: 'put',
      path: '/:kind/:owner/:name',
      handle({ kind, id, context, req }) {
        const headers = { key: req.get('Idempotency-Key'), ifMatch: req.get('If-Match') };
        const asked = readDeclared(kind(), req.body, headers);
        context.resource = resourceText(kind(), { ...asked.origin, resource: asked.origin.name });
        return apply(kind(), context, id(), asked);
      },
    },
    {
      method: 'delete',
      path: '/:kind/:owner/:name',
      handle: async (asked) => ({ outcome: await release(asked.kind(), asked.context, asked.id(), releaseOf(asked)) }),
    },
    {
      method: 'post',
      path: '/:kind/:owner/:name/undelete',
      handle: ({ kind, id, context }) => restore(kind(), context, id()),
    },
    {
      method: 'post',
      path: '/:kind/:owner/:name/hand-over',
      handle({ caller, kind, id, context, req }) {
        refuseNarrowed(caller);
        return handOver(kind(), context, id(), parsed(newCluster, req.body));
      },
    },
    ...approveRunRoutes(deps),
    ...clientSecretRoutes(deps),
    ...certKeyRoutes(deps),
    ...scimTokenRoutes(deps),
  ];
}
