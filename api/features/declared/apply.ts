import type { Kind } from '@doorwright/crds';
import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { Origin } from '@doorwright/crds/kinds/origin.ts';
import { isPermitted } from '../../core/authorize.ts';
import { Refusal } from '../../core/errors.ts';
import { lastActor } from '../../core/objects/history/outbox.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { freeDeclaredId, holderOf } from '../../core/objects/history/used-ids.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import { isBuiltIn } from '../../core/objects/pass/write-steps.ts';
import { activeOverrides, originName, originOf } from '../../core/objects/references/origins.ts';
import { isSame } from '../../core/objects/rules/empty-value.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, HooksByKind, Work } from '../../core/objects/rules/kind-hooks.ts';
import { dropMovedSecrets } from '../../core/objects/rules/moved-secrets.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import { idText } from '../../core/objects/storage/ids.ts';
import { tenantOf } from '../../core/objects/storage/store.ts';
import { type Difference, describe, differing } from './differences.ts';
import { etagOf } from './etag.ts';
import { refusePlatform } from './narrowed-token.ts';
import { type ObjectState, objectState, stillMissing } from './object-state.ts';
import type { Declared } from './request.ts';
import {
  holdToTenant,
  isMadeBy,
  isOfTenant,
  isWithinOrganization,
  refuseFormerName,
  resourceTextFor,
} from './tenant-scope.ts';

export type Outcome = 'created' | 'adopted' | 'updated' | 'unchanged';
export type Applied = ObjectState & { outcome: Outcome; drift: Difference[] };

/** Rolls the dry run back, with the answer that it would have had. */
class DryRun extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super('dry run');
    this.applied = applied;
  }
}

const mostTries = 4;
const isTaken = (error: unknown) => error instanceof Refusal && error.code === 'duplicate';

/** If two requests create an object at once, the second one finds it at the next try. */
async function repeated<T>(write: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isTaken(error) || tries === mostTries) throw error;
    return repeated(write, tries + 1);
  }
}

/** A recreated resource has a new uid. No two resources of a name exist at once. */
const isSameResource = (origin: Origin, { cluster, namespace, name, uid }: Declared['origin']) =>
  origin.uid === uid || (origin.cluster === cluster && origin.namespace === namespace && origin.resource === name);

/** Creates or changes an object as declared. This is the only way in which the operator writes. */
export function createApply({ objects, hooks }: { objects: Objects; hooks: HooksByKind }) {
  const { authorizeId, writing, parsedNew, insert, change } = objects.steps;

  /** Whether the resource may rule the existing object. */
  function claim(
    kind: Kind,
    id: Id,
    { before, origin }: { before: Draft; origin: Origin | undefined },
    asked: Declared,
    drift: Difference[],
    work: Work,
  ): void {
    const named = { kind: kind.kind, id: idText(id) };
    // Nothing is revealed about an object of another organization, not even its resource.
    if (!isPermitted(kind.access?.update ?? 'globalAdmin', work.caller, { organization: tenantOf(kind, before) }))
      throw new Refusal('name-conflict', { ...named, resource: 'one of another organization' });
    if (isBuiltIn(kind, id)) throw new Refusal('built-in', named);
    if (origin && !isSameResource(origin, asked.origin))
      throw new Refusal('name-conflict', { ...named, resource: resourceTextFor(kind, origin, work.caller) });
    // A tenant learns nothing about objects that it did not make.
    if (isOfTenant(work.caller) && !isMadeBy(origin, work.caller.tenant))
      throw new Refusal('adoption-refused', named, { data: [] });
    const { adoption } = asked.policies;
    if (origin || adoption === 'Adopt' || (adoption === 'IfIdentical' && drift.length === 0)) return;
    throw new Refusal('adoption-refused', named, { data: drift });
  }

  async function saveOrigin(
    kind: Kind,
    id: Id,
    before: Origin | undefined,
    { isAdopted, overrides, droppedSecrets }: Pick<Origin, 'isAdopted' | 'overrides' | 'droppedSecrets'>,
    { origin, fields, partial, policies }: Declared,
    work: Work,
  ): Promise<Origin> {
    const store = work.store('origin');
    const managed = Object.keys(fields).filter((field) => !kind.declared?.initial?.includes(field));
    const next = {
      kind: kind.name,
      objectOwner: id.owner,
      objectName: id.key,
      cluster: origin.cluster,
      namespace: origin.namespace,
      resource: origin.name,
      uid: origin.uid,
      generation: origin.generation,
      isAdopted,
      managedFields: [...new Set([...((partial && before?.managedFields) || []), ...managed])].sort(),
      overrides,
      droppedSecrets,
      deletionPolicy: (partial && before?.deletionPolicy) || policies.deletion,
      isProtected: partial && before ? before.isProtected : policies.isProtected,
    };
    if (before) {
      if (isSame({ ...before, ...next }, before)) return before;
      return (await store.update(work.sql, 'admin', before.name, {
        ...before,
        ...next,
        version: before.version + 1,
      })) as Origin;
    }
    // Only rows with a uid are indexed.
    const other = await work.sql(store.table).where({ uid: origin.uid }).whereNot('uid', '').first('name');
    if (other) throw invalid([{ field: 'origin.uid', code: 'declares-another', params: { name: other.name } }]);
    const row = {
      owner: 'admin',
      name: originName(kind, id),
      createdTime: work.now.toISOString(),
      version: 1,
      ...next,
    };
    return (await store.insert(work.sql, row)) as Origin;
  }

  async function write(kind: Kind, context: RequestContext, id: Id, asked: Declared, work: Work): Promise<Applied> {
    const before = (await work.store(kind.name).find(work.sql, id.owner, id.key, 'forNoKeyUpdate')) as
      | Draft
      | undefined;
    if (isWithinOrganization(kind)) refusePlatform(tenantOf(kind, { ...asked.fields, owner: id.owner }));
    if (isOfTenant(work.caller)) {
      holdToTenant(kind, work.caller, { ...asked, isNew: !before });
      if (!before) await refuseFormerName(kind, id, work);
    }
    const known = await originOf(kind, id, work, 'forUpdate');
    const origin = before && known;
    if (asked.partial && !origin) throw new Refusal('not-managed', { field: idText(id) });
    const overrides = origin ? activeOverrides(origin, work.now) : [];
    const initial = [...asked.initial, ...(kind.declared?.initial ?? [])];
    const wanted = Object.entries(asked.fields).filter(([field]) => !before || !initial.includes(field));
    const fields = Object.fromEntries(wanted);
    const names = await differing(kind, before, fields, hooks[kind.name] ?? {});
    const drift = describe(kind, names, { before, fields, overrides });
    if (before) claim(kind, id, { before, origin }, asked, drift, work);
    if (before && isWithinOrganization(kind)) refusePlatform(tenantOf(kind, before));
    if (asked.ifMatch !== undefined) {
      const etag = before && etagOf(kind, before, work.box);
      if (asked.ifMatch !== etag) {
        const present = before ? { etag, drift, actor: await lastActor(kind, id, work) } : null;
        throw new Refusal('stale', { kind: kind.kind, id: idText(id) }, { data: present });
      }
    }

    const isOverridden = (name: string) => overrides.some(({ field }) => field === name);
    const due = names.filter((name) => !isOverridden(name));
    // A declared secret is sent even if it is unchanged, because a new address needs it.
    const secrets = secretsOf(kind).filter(
      ({ field, sentTo }) => sentTo(fields).length > 0 && field in fields && !isOverridden(field),
    );
    const declared = Object.fromEntries(
      [...due, ...secrets.map(({ field }) => field)].map((name) => [name, fields[name]]),
    );
    const { sent: body, dropped } = before ? dropMovedSecrets(kind, declared, before) : { sent: declared, dropped: [] };
    if (!before || due.includes(kind.neverAgain ?? ''))
      await freeDeclaredId(kind, { ...before, ...body }, asked.origin, work.sql);
    if (!before) {
      const made = { ...body, owner: id.owner, [kind.key]: id.key } as Draft;
      await hooks[kind.name]?.reapplied?.(made, holderOf(kind, made, asked.origin), work);
    }
    const stored = before
      ? await (due.length > 0 ? change(kind, context, id, body, work) : before)
      : await insert(
          kind,
          context,
          parsedNew(kind, context, { ...kind.declared?.starts, ...body, owner: id.owner, [kind.key]: id.key }),
          work,
        );
    const isAdopted = before !== undefined && (origin?.isAdopted ?? true);
    const droppedSecrets = stillMissing(kind, stored, [...(origin?.droppedSecrets ?? []), ...dropped]);
    const saved = await saveOrigin(kind, id, known, { isAdopted, overrides, droppedSecrets }, asked, work);
    const outcome = !before
      ? 'created'
      : !origin
        ? 'adopted'
        : stored.version > before.version
          ? 'updated'
          : 'unchanged';
    return { ...objectState(kind, stored, saved, work), outcome, drift };
  }

  return async (kind: Kind, context: RequestContext, id: Id, asked: Declared): Promise<Applied> => {
    // If the id alone names the organization, nobody learns whether the object exists.
    authorizeId(kind, 'update', context.caller, id);
    try {
      return await repeated(() =>
        writing(kind, context, async (work) => {
          const applied = await write(kind, context, id, asked, work);
          if (asked.dryRun) throw new DryRun(applied);
          return applied;
        }),
      );
    } catch (error) {
      if (error instanceof DryRun) return error.applied;
      throw error;
    }
  };
}
