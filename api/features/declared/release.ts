import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { leftBehind } from '@doorwright/crds/derive/granted.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import type { Origin } from '@doorwright/crds/kinds/origin.ts';
import { isPermitted } from '../../core/authorize.ts';
import { Refusal } from '../../core/errors.ts';
import { addChange } from '../../core/objects/history/outbox.ts';
import { type RequestContext, recordWrite } from '../../core/objects/history/records.ts';
import { holderOf, storeResourceOfId } from '../../core/objects/history/used-ids.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import { originOf, resourceText } from '../../core/objects/references/origins.ts';
import type { Draft, HooksByKind, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import { idText } from '../../core/objects/storage/ids.ts';
import { tenantOf } from '../../core/objects/storage/store.ts';
import { etagOf } from './etag.ts';
import { type ObjectState, objectState } from './object-state.ts';
import { isMadeBy, isOfTenant, isWithinOrganization } from './tenant-scope.ts';

export interface Release {
  /** The releasing resource. Only its object is touched. */
  uid: string;
  policy: 'Delete' | 'Orphan';
  ifMatch?: string | undefined;
}

/** Grants end with the resource of a tenant, because nobody could take them back later. A tenant's own organization grants nothing. */
async function endedGrants(kind: Kind, object: Draft, work: Work): Promise<Record<string, unknown>> {
  if (!isOfTenant(work.caller) || !isDeclared(kind)) return {};
  if (!isWithinOrganization(kind)) return leftBehind(kind);
  const id = { owner: 'admin', key: tenantOf(kind, object) };
  const origin = await originOf(work.registry.named('organization'), id, work);
  return isMadeBy(origin, work.caller.tenant) ? {} : leftBehind(kind);
}

/** Releases the object of a deleted resource: deletes it, or keeps it without a resource. */
export const createRelease =
  ({ objects, hooks }: { objects: Objects; hooks: HooksByKind }) =>
  (kind: Kind, context: RequestContext, id: Id, { uid, policy, ifMatch }: Release): Promise<'deleted' | 'orphaned'> =>
    objects.steps.writing(kind, context, async (work) => {
      const object = await objects.steps.load(kind, 'delete', id, work, 'forUpdate');
      const origin = await originOf(kind, id, work, 'forUpdate');
      // An object without a resource is not the caller's to delete.
      if (!origin) return 'orphaned';
      context.resource = resourceText(kind, origin);
      const named = { kind: kind.kind, id: idText(id) };
      if (origin.uid !== uid) throw new Refusal('name-conflict', { ...named, resource: resourceText(kind, origin) });
      if (ifMatch !== undefined && ifMatch !== etagOf(kind, object, work.box))
        throw new Refusal('stale', named, { data: { etag: etagOf(kind, object, work.box) } });
      await work.store('origin').remove(work.sql, 'admin', origin.name);
      await hooks[kind.name]?.undeclared?.(object, work);
      const ended = await endedGrants(kind, object, work);
      if (policy === 'Delete') {
        await objects.steps.remove(kind, context, id, work, ended);
        const resource = { ...origin, name: origin.resource };
        await storeResourceOfId(kind, object, resource, work.sql);
        await hooks[kind.name]?.released?.(object, holderOf(kind, object, resource), work);
      } else {
        const hasEnded = Object.keys(ended).length > 0;
        const left = hasEnded ? await objects.steps.change(kind, context, id, ended, work) : object;
        // A change has its own record.
        if (left.version === object.version) await recordWrite(work, context, { kind, object });
      }
      return policy === 'Delete' ? 'deleted' : 'orphaned';
    });

/**
 * Hands an object of a lost cluster to another cluster, to its resource of the same namespace and name. The origin gets a uid that
 * no resource has, so that the former cluster is refused if it returns.
 */
export const createHandOver =
  ({ objects }: { objects: Objects }) =>
  (
    kind: Kind,
    context: RequestContext,
    id: Id,
    { uid, cluster }: { uid: string; cluster: string },
  ): Promise<ObjectState> =>
    objects.steps.writing(kind, context, async (work) => {
      const object = await objects.steps.load(kind, 'update', id, work, 'forNoKeyUpdate');
      const origin = await originOf(kind, id, work, 'forUpdate');
      const named = { kind: kind.kind, id: idText(id) };
      if (!origin) throw new Refusal('not-managed', { field: idText(id) });
      context.resource = resourceText(kind, origin);
      if (origin.uid !== uid) throw new Refusal('name-conflict', { ...named, resource: resourceText(kind, origin) });
      const store = work.store('origin');
      const next = { ...origin, cluster, uid: randomUUID(), version: origin.version + 1 };
      const saved = (await store.update(work.sql, 'admin', origin.name, next)) as Origin;
      await recordWrite(work, context, { kind, object });
      // The feed hides the operator's own changes, but the new resource waits for this one.
      await addChange(work.sql, { kind, owner: id.owner, name: id.key, actor: '' }, work.now);
      return objectState(kind, object, saved, work);
    });

/**
 * Restores the last deleted object of this name. It has no resource until one adopts it. To a narrowed token, an object of others is
 * missing, whether it exists, was deleted or never was.
 */
export const createRestore =
  ({ objects }: { objects: Objects }) =>
  (kind: Kind, context: RequestContext, id: Id): Promise<ObjectState> =>
    objects.steps.writing(kind, context, async (work) => {
      const missing = new Refusal('not-found', { kind: kind.kind, id: idText(id) });
      const taken = await work.store(kind.name).find(work.sql, id.owner, id.key);
      const isOwn = taken && isPermitted('organizationAdmin', work.caller, { organization: tenantOf(kind, taken) });
      if (taken) throw isOwn ? new Refusal('duplicate', { kind: kind.kind }) : missing;
      const restored = await objects.steps.restore(kind, context, id, work).catch((error: unknown) => {
        throw error instanceof Refusal && error.code === 'unauthorized' ? missing : error;
      });
      return objectState(kind, restored, undefined, work);
    });
