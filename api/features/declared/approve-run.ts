import type { Kind } from '@doorwright/crds';
import { type SourceKind, sourceKinds } from '@doorwright/crds/options/sync.ts';
import { z } from 'zod';
import { isPermitted } from '../../core/authorize.ts';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { originOf, resourceText } from '../../core/objects/references/origins.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { idText } from '../../core/objects/storage/ids.ts';
import { tenantOf } from '../../core/objects/storage/store.ts';
import { approveHeldRun } from '../sync/runs/decisions.ts';
import { sourceOf } from '../sync/source.ts';
import { parsed } from './request.ts';
import type { DeclaredDeps, DeclaredRoute, OperatorAsked } from './route.ts';
import { resourceTextFor } from './tenant-scope.ts';

/** The resource that asks. Only the one that declares the source may. */
const body = z.strictObject({ uid: z.string().min(1).max(100) });

const longestName = 220;

const isSource = ({ name }: Kind): boolean => (sourceKinds as readonly string[]).includes(name);

/** The object, if the resource of this uid declares it. */
async function declaredSource({ kind, id, context, work, req }: OperatorAsked) {
  const [of, at] = [kind(), id()];
  const named = { kind: of.kind, id: idText(at) };
  if (!isSource(of)) throw new Refusal('unknown-path', { path: req.originalUrl.slice(0, 200) });
  const { uid } = parsed(body, req.body);
  const object = (await work.store(of.name).find(work.sql, at.owner, at.key)) as Draft | undefined;
  if (!object || !isPermitted('organizationAdmin', work.caller, { organization: tenantOf(of, object) }))
    throw new Refusal('not-found', named);
  const origin = await originOf(of, at, work);
  if (!origin) throw new Refusal('not-managed', { field: idText(at) });
  if (origin.uid !== uid)
    throw new Refusal('name-conflict', { ...named, resource: resourceTextFor(of, origin, work.caller) });
  context.resource = resourceText(of, origin);
  return { object, by: context.resource.slice(0, longestName) };
}

/** Approves the run of a source that waits for a person. A person asked for it in the resource. */
async function approve(deps: DeclaredDeps, asked: OperatorAsked): Promise<{ outcome: 'approved' | 'nothing' }> {
  const { object, by } = await declaredSource(asked);
  const { name } = asked.kind();
  const source = await sourceOf(deps.db, deps, name as SourceKind, object);
  try {
    const { id } = await approveHeldRun(deps, source, by);
    const about = { organization: source.organization, object: `${name} ${idText(asked.id())}`, reason: id };
    await record(asked.work, asked.context, about);
    return { outcome: 'approved' };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'sync-not-open') return { outcome: 'nothing' };
    throw error;
  }
}

export const approveRunRoutes = (deps: DeclaredDeps): DeclaredRoute[] => [
  { method: 'post', path: '/:kind/:owner/:name/approve-run', handle: (asked) => approve(deps, asked) },
];
