import type { Kind } from '@doorwright/crds';
import { authorize } from '../../authorize.ts';
import { Refusal } from '../../errors.ts';
import { keepDeleted, restoreParts, takeDeleted } from '../history/deleted-objects.ts';
import { reasonToUnseal } from '../history/reason-to-unseal.ts';
import { type RequestContext, recordWrite } from '../history/records.ts';
import { freeRestoredId } from '../history/used-ids.ts';
import { refuseManaged, refuseManagedReferences, refuseManagedRemoval } from '../references/origins.ts';
import { checkReferences, releaseReferences, renameReferences } from '../references/references.ts';
import { isSame } from '../rules/empty-value.ts';
import { refuseIdentityProofs, requireProofFor } from '../rules/identity-proofs.ts';
import { parseUpdate } from '../rules/input.ts';
import type { Draft, Work } from '../rules/kind-hooks.ts';
import { refuseMovedSecrets } from '../rules/moved-secrets.ts';
import { keepMasked } from '../rules/present.ts';
import { refuseReserved } from '../rules/reserved-fields.ts';
import { type Id, idText } from '../storage/ids.ts';
import { missing, type ObjectAccess, type ObjectsDeps, ruleOf, targetOf } from './object-access.ts';

type Object_ = Record<string, unknown>;

export const isBuiltIn = (kind: Kind, { owner, key }: Id) =>
  kind.builtIn?.some((name) => name === key || name === `${owner}/${key}`) ?? false;

/** The writes of one object, inside a transaction. */
export function createWriteSteps(
  deps: Pick<ObjectsDeps, 'registry'>,
  { hooksOf, shown, authorizeObject, load }: ObjectAccess,
) {
  async function insert(kind: Kind, context: RequestContext, parsed: Draft, work: Work): Promise<Draft> {
    const draft = (await hooksOf(kind).beforeAdd?.(parsed, work)) ?? parsed;
    return put(kind, context, draft, work);
  }

  async function put(kind: Kind, context: RequestContext, draft: Draft, work: Work): Promise<Draft> {
    await checkReferences(work.sql, deps.registry, { kind, object: draft, caller: context.caller });
    const stored = (await work.store(kind.name).insert(work.sql, draft)) as Draft;
    await recordWrite(work, context, { kind, object: stored });
    return stored;
  }

  async function change(
    kind: Kind,
    context: RequestContext,
    id: Id,
    sent: Object_,
    work: Work,
    columns?: readonly string[],
  ): Promise<Draft> {
    const before = await load(kind, 'update', id, work, 'forNoKeyUpdate');
    if (typeof sent.version === 'number' && sent.version !== before.version) {
      throw new Refusal('stale', { kind: kind.kind, id: idText(id) }, { data: await shown(kind, before, work, 'one') });
    }
    const chosen = columns ? Object.fromEntries(columns.map((name) => [name, sent[name]])) : sent;
    const parsed = keepMasked(kind, parseUpdate(kind, before, chosen) as Draft, before);
    refuseMovedSecrets(kind, chosen, parsed, before);
    authorize(ruleOf(kind, 'update'), context.caller, targetOf(kind, { ...parsed, name: before.name }));
    const draft = (await hooksOf(kind).beforeUpdate?.(parsed, before, work)) ?? parsed;
    if (isSame(draft, before)) return before;
    refuseIdentityProofs(kind, draft, before, context.caller);
    requireProofFor(kind, draft, before, context);
    return replace(kind, context, { before, draft, reason: reasonToUnseal(kind, before, context) }, work);
  }

  /** Stores another state of an object, after the checks of whoever made it. It renames references, and writes the record. */
  async function replace(
    kind: Kind,
    context: RequestContext,
    { before, draft, reason }: { before: Draft; draft: Draft; reason?: string | undefined },
    work: Work,
  ): Promise<Draft> {
    const id = { owner: before.owner, key: String(before[kind.key]) };
    refuseReserved(kind, draft, before, context.caller);
    await refuseManaged(kind, before, draft, work);
    await checkReferences(work.sql, deps.registry, { kind, object: draft, before, caller: context.caller });
    await rename(kind, id, before, draft, work);
    const next = { ...draft, version: before.version + 1 };
    const stored = (await work.store(kind.name).update(work.sql, id.owner, id.key, next)) as Draft;
    await recordWrite(work, context, { kind, object: stored, before, reason });
    return stored;
  }

  /** The object is restored with the fields of `left`. */
  async function remove(kind: Kind, context: RequestContext, id: Id, work: Work, left: Object_ = {}): Promise<void> {
    const object = await load(kind, 'delete', id, work, 'forUpdate');
    if (isBuiltIn(kind, id)) throw new Refusal('built-in', { kind: kind.kind, id: idText(id) });
    const reason = reasonToUnseal(kind, object, context);
    await refuseManagedRemoval(kind, id, work);
    const kept = await hooksOf(kind).beforeRemove?.(object, work);
    if (!kept) {
      const deletion = await keepDeleted(kind, { ...object, ...left }, work);
      if (deletion) await hooksOf(kind).keep?.(object, deletion, work);
      await releaseReferences(work, kind, { owner: id.owner, name: id.key });
      await work.store(kind.name).remove(work.sql, id.owner, id.key);
    }
    await recordWrite(work, context, { kind, object, reason, write: 'delete' });
  }

  /** Restores the object that was deleted last under this name. It has its old fields, and no resource declares it. */
  async function restore(kind: Kind, context: RequestContext, id: Id, work: Work): Promise<Draft> {
    const kept = await takeDeleted(kind, id, work);
    if (!kept) throw missing(kind, id);
    const { object, parts, deletion } = kept;
    authorizeObject(kind, 'add', work.caller, object, id);
    await freeRestoredId(kind, object, work.sql);
    const stored = await put(kind, context, { ...object, version: object.version + 1 }, work);
    await restoreParts(kind, parts, work);
    await hooksOf(kind).restore?.(stored, deletion, work);
    return stored;
  }

  /** A new name also changes all references. A new owner removes them, as a deletion does. */
  async function rename(kind: Kind, id: Id, before: Draft, draft: Draft, work: Work): Promise<void> {
    const name = String(draft[kind.key]);
    if (draft.owner === id.owner && name === id.key) return;
    if (isBuiltIn(kind, id)) throw new Refusal('built-in', { kind: kind.kind, id: idText(id) });
    // Records and objects keep an organization's name after its deletion. A caller who takes the name could read
    // them.
    if (kind.tenant === 'itself') authorize(ruleOf(kind, 'add'), work.caller, {});
    const from = { owner: id.owner, name: id.key };
    await refuseManagedReferences(kind, from, work);
    if (draft.owner === id.owner)
      await renameReferences(work.sql, deps.registry, kind, from, { owner: id.owner, name });
    else await releaseReferences(work, kind, from);
    await hooksOf(kind).afterRename?.(draft, before, work);
  }

  return { insert, change, replace, remove, restore };
}
