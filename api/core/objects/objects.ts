import type { Kind, Verb } from '@doorwright/crds';
import type { Db } from '../../db/knex.ts';
import { authorize, authorizeAtAll, couldPass, isPermitted, type Target } from '../authorize.ts';
import { administers, type Caller, isGlobalAdmin, organizationOf } from '../callers.ts';
import { Refusal } from '../errors.ts';
import { isVisibleTo, searchableNames, withoutOtherOrganizations } from './audience.ts';
import { translateConflict, withRetry } from './conflicts.ts';
import { keepDeleted, restoreParts, takeDeleted } from './deleted-objects.ts';
import { isSame } from './empty-value.ts';
import { refuseIdentityProofs } from './identity-proofs.ts';
import { type Id, idText } from './ids.ts';
import { bodyObject, parseNew, parseUpdate } from './input.ts';
import type { Draft, Hooks, HooksByKind, Work } from './kind-hooks.ts';
import { readListQuery } from './list-query.ts';
import { refuseMovedSecrets } from './moved-secrets.ts';
import { newObject } from './new-object.ts';
import {
  originFields,
  originsOfPage,
  refuseManaged,
  refuseManagedReferences,
  refuseManagedRemoval,
} from './origins.ts';
import { keepMasked, present, refuseMasks, userOf } from './present.ts';
import { reasonToUnseal } from './reason-to-unseal.ts';
import { type RequestContext, recordWrite } from './records.ts';
import { checkReferences, releaseReferences, renameReferences } from './references.ts';
import { type Found, searchObjects } from './search.ts';
import { type Lock, tenantOf } from './store.ts';
import { freeRestoredId } from './used-ids.ts';

type Object_ = Record<string, unknown>;
type Query = Readonly<Record<string, string | undefined>>;

export interface ObjectsDeps extends Omit<Work, 'sql' | 'caller' | 'now'> {
  db: Db;
  hooks: HooksByKind;
}

/** The target of a rule for an object of a kind. */
const targetOf = (kind: Kind, object: Object_): Target => ({
  organization: tenantOf(kind, object),
  user: userOf(kind, object),
});

export const isBuiltIn = (kind: Kind, { owner, key }: Id) =>
  kind.builtIn?.some((name) => name === key || name === `${owner}/${key}`) ?? false;

/** Reads and writes objects of every kind for one request. */
export function createObjects(deps: ObjectsDeps) {
  const workOf = (context: RequestContext, sql: Work['sql'] = deps.db): Work => ({
    ...deps,
    sql,
    caller: context.caller,
    now: context.now,
  });
  const hooksOf = (kind: Kind): Hooks => deps.hooks[kind.name] ?? {};
  const missing = (kind: Kind, id: Id) => new Refusal('not-found', { kind: kind.kind, id: idText(id) });
  const rule = (kind: Kind, verb: Verb) => kind.access?.[verb] ?? 'globalAdmin';

  async function shown(kind: Kind, object: Draft, work: Work, read: 'one' | 'list'): Promise<Object_> {
    const safe = withoutOtherOrganizations(kind, present(kind, object, work.caller), work.caller);
    const showsOrigin = kind.declared && read === 'one' && administers(work.caller, tenantOf(kind, object));
    const visible = showsOrigin ? { ...safe, ...(await originFields(kind, object, work)) } : safe;
    return (await hooksOf(kind).present?.(visible, object, work, read)) ?? visible;
  }

  /** Lets a permitted caller through. For others, an object of another organization or audience looks missing. */
  function authorizeObject(kind: Kind, verb: Verb, caller: Caller, object: Object_, id: Id): void {
    const isSeen = isVisibleTo(kind, object, caller);
    if (isSeen && isPermitted(rule(kind, verb), caller, targetOf(kind, object))) return;
    throw caller.type === 'anonymous'
      ? new Refusal('sign-in-first')
      : kind.tenant === 'organization' || !isSeen
        ? missing(kind, id)
        : new Refusal('unauthorized');
  }

  /**
   * Checks the organization in an id before anything is loaded, so that nobody learns which objects of another
   * organization exist.
   */
  function authorizeId(kind: Kind, verb: Verb, caller: Caller, id: Id): void {
    authorizeAtAll(rule(kind, verb), caller);
    if (kind.tenant !== 'owner' && kind.tenant !== 'itself') return;
    const asked = { owner: id.owner, name: id.key, [kind.key]: id.key };
    authorize(rule(kind, verb), caller, targetOf(kind, asked));
  }

  async function load(kind: Kind, verb: Verb, id: Id, work: Work, lock?: Lock): Promise<Draft> {
    authorizeId(kind, verb, work.caller, id);
    const object = (await work.store(kind.name).find(work.sql, id.owner, id.key, lock)) as Draft | undefined;
    if (!object) throw missing(kind, id);
    authorizeObject(kind, verb, work.caller, object, id);
    return object;
  }

  async function writing<T>(kind: Kind, context: RequestContext, write: (work: Work) => Promise<T>): Promise<T> {
    try {
      return await withRetry(() => deps.db.transaction((sql) => write(workOf(context, sql))));
    } catch (error) {
      throw translateConflict(kind, error);
    }
  }

  return {
    async get(kind: Kind, context: RequestContext, id: Id): Promise<Object_> {
      const work = workOf(context);
      if ((await hooksOf(kind).mayRead?.(id, work)) === false) throw missing(kind, id);
      const object = await load(kind, 'get', id, work);
      return shown(kind, object, work, 'one');
    },

    /** The caller's view of an object that other code found. */
    show: (kind: Kind, context: RequestContext, object: Object_, read: 'one' | 'list' = 'one'): Promise<Object_> =>
      shown(kind, object as Draft, workOf(context), read),

    async list(
      kind: Kind,
      context: RequestContext,
      query: Query,
      template: Object_ = {},
    ): Promise<{ rows: Object_[]; total: number }> {
      const { caller } = context;
      authorizeAtAll(rule(kind, 'list'), caller);
      const asked = readListQuery(kind, query, searchableNames(kind, caller));
      const own = organizationOf(caller) ?? '';
      const isOpen = rule(kind, 'list') === 'anyone' || kind.tenant === 'platform' || isGlobalAdmin(caller);
      if (!isOpen && kind.owner === 'organization' && asked.owner)
        authorize(rule(kind, 'list'), caller, { organization: asked.owner });
      const named = ['organization', 'user'].filter((name) => name in kind.schema.shape && query[name]);
      const equal = { ...template, ...Object.fromEntries(named.map((name) => [name, query[name]])) };
      const found = await deps.store(kind.name).list(deps.db, {
        ...asked,
        equal,
        ...(!isOpen && { tenant: own }),
        ...(!isGlobalAdmin(caller) && { audience: own }),
      });
      const work = workOf(context);
      const drafts = found.rows as Draft[];
      // Only callers who see the resource of a single object see it in a list.
      const administered = drafts.filter((row) => administers(caller, tenantOf(kind, row)));
      const origins = await originsOfPage(kind, administered, work);
      const row = async (draft: Draft) => {
        const origin = origins.get(`${draft.owner}/${draft[kind.key]}`);
        return { ...(await shown(kind, draft, work, 'list')), ...(origin && { origin }) };
      };
      return { rows: await Promise.all(drafts.map(row)), total: found.total };
    },

    /** A few objects with the text in their name, for a caller who may list them. */
    async search(kind: Kind, context: RequestContext, text: string, limit: number): Promise<Found[]> {
      const { caller } = context;
      if (!couldPass(rule(kind, 'list'), caller)) return [];
      const own = organizationOf(caller) ?? '';
      const scope = isGlobalAdmin(caller) ? {} : { ...(kind.tenant !== 'platform' && { tenant: own }), audience: own };
      return searchObjects(deps.db, deps.store(kind.name), scope, { text, limit });
    },

    /** A new object with default values for the caller's form. Nothing is stored. */
    draft(kind: Kind, { caller }: RequestContext, organization: string | undefined): Object_ {
      authorizeAtAll(rule(kind, 'add'), caller);
      const object = newObject(kind, caller, organization);
      authorize(rule(kind, 'add'), caller, targetOf(kind, object));
      return object;
    },

    async add(kind: Kind, context: RequestContext, body: unknown): Promise<Object_> {
      const parsed = parsedNew(kind, context, body);
      return writing(kind, context, async (work) =>
        shown(kind, await insert(kind, context, parsed, work), work, 'one'),
      );
    },

    update: (
      kind: Kind,
      context: RequestContext,
      id: Id,
      body: unknown,
      columns?: readonly string[],
    ): Promise<Object_> =>
      writing(kind, context, async (work) =>
        shown(kind, await change(kind, context, id, bodyObject(body), work, columns), work, 'one'),
      ),

    remove: (kind: Kind, context: RequestContext, id: Id): Promise<void> =>
      writing(kind, context, (work) => remove(kind, context, id, work)),

    /** The steps for code that does more in one transaction. Call them inside `writing`. */
    steps: { authorizeId, writing, load, parsedNew, insert, change, remove, restore },
  };

  function parsedNew(kind: Kind, context: RequestContext, body: unknown): Draft {
    authorizeAtAll(rule(kind, 'add'), context.caller);
    const parsed = parseNew(kind, bodyObject(body), context.now) as Draft;
    authorize(rule(kind, 'add'), context.caller, targetOf(kind, parsed));
    refuseMasks(kind, parsed);
    refuseIdentityProofs(kind, parsed, undefined, context.caller);
    return parsed;
  }

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
    authorize(rule(kind, 'update'), context.caller, targetOf(kind, { ...parsed, name: before.name }));
    const draft = (await hooksOf(kind).beforeUpdate?.(parsed, before, work)) ?? parsed;
    if (isSame(draft, before)) return before;
    refuseIdentityProofs(kind, draft, before, context.caller);
    const reason = reasonToUnseal(kind, before, context);
    await refuseManaged(kind, before, draft, work);
    await checkReferences(work.sql, deps.registry, { kind, object: draft, before, caller: context.caller });
    await rename(kind, id, before, draft, work);
    const next = { ...draft, version: before.version + 1 };
    const stored = (await work.store(kind.name).update(work.sql, id.owner, id.key, next)) as Draft;
    await recordWrite(work, context, { kind, object: stored, reason });
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
    await recordWrite(work, context, { kind, object, reason });
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

  /** A new name changes all references with it. A new owner releases them, as a deletion does. */
  async function rename(kind: Kind, id: Id, before: Draft, draft: Draft, work: Work): Promise<void> {
    const name = String(draft[kind.key]);
    if (draft.owner === id.owner && name === id.key) return;
    if (isBuiltIn(kind, id)) throw new Refusal('built-in', { kind: kind.kind, id: idText(id) });
    // Records and objects keep an organization's name after its deletion. A caller who takes the name could read
    // them.
    if (kind.tenant === 'itself') authorize(rule(kind, 'add'), work.caller, {});
    const from = { owner: id.owner, name: id.key };
    await refuseManagedReferences(kind, from, work);
    if (draft.owner === id.owner)
      await renameReferences(work.sql, deps.registry, kind, from, { owner: id.owner, name });
    else await releaseReferences(work, kind, from);
    await hooksOf(kind).afterRename?.(draft, before, work);
  }
}

export type Objects = ReturnType<typeof createObjects>;
