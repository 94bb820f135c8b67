import type { Kind, Verb } from '@doorwright/crds';
import type { Db } from '../../../db/knex.ts';
import { authorize, authorizeAtAll, isPermitted, type Target } from '../../authorize.ts';
import { administers, type Caller } from '../../callers.ts';
import { Refusal } from '../../errors.ts';
import type { RequestContext } from '../history/records.ts';
import { originFields } from '../references/origins.ts';
import type { Draft, Hooks, HooksByKind, Work } from '../rules/kind-hooks.ts';
import { present, userOf } from '../rules/present.ts';
import { isVisibleTo, withoutOtherOrganizations } from '../storage/audience.ts';
import { type Id, idText } from '../storage/ids.ts';
import { type Lock, tenantOf } from '../storage/store.ts';

type Object_ = Record<string, unknown>;

export interface ObjectsDeps extends Omit<Work, 'sql' | 'caller' | 'now'> {
  db: Db;
  hooks: HooksByKind;
}

/** The target of a rule for an object of a kind. */
export const targetOf = (kind: Kind, object: Object_): Target => ({
  organization: tenantOf(kind, object),
  user: userOf(kind, object),
});

export const ruleOf = (kind: Kind, verb: Verb) => kind.access?.[verb] ?? 'globalAdmin';

export const missing = (kind: Kind, id: Id) => new Refusal('not-found', { kind: kind.kind, id: idText(id) });

/** Loads objects for callers who may have them, and shows them what they may see. */
export function createObjectAccess(deps: ObjectsDeps) {
  const workOf = (context: RequestContext, sql: Work['sql'] = deps.db): Work => ({
    ...deps,
    sql,
    caller: context.caller,
    now: context.now,
  });
  const hooksOf = (kind: Kind): Hooks => deps.hooks[kind.name] ?? {};

  async function shown(kind: Kind, object: Draft, work: Work, read: 'one' | 'list'): Promise<Object_> {
    const safe = withoutOtherOrganizations(kind, present(kind, object, work.caller), work.caller);
    const showsOrigin = kind.declared && read === 'one' && administers(work.caller, tenantOf(kind, object));
    const visible = showsOrigin ? { ...safe, ...(await originFields(kind, object, work)) } : safe;
    return (await hooksOf(kind).present?.(visible, object, work, read)) ?? visible;
  }

  /** Lets a permitted caller through. For others, an object of another organization or audience looks missing. */
  function authorizeObject(kind: Kind, verb: Verb, caller: Caller, object: Object_, id: Id): void {
    const isSeen = isVisibleTo(kind, object, caller);
    if (isSeen && isPermitted(ruleOf(kind, verb), caller, targetOf(kind, object))) return;
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
    authorizeAtAll(ruleOf(kind, verb), caller);
    if (kind.tenant !== 'owner' && kind.tenant !== 'itself') return;
    const asked = { owner: id.owner, name: id.key, [kind.key]: id.key };
    authorize(ruleOf(kind, verb), caller, targetOf(kind, asked));
  }

  async function load(kind: Kind, verb: Verb, id: Id, work: Work, lock?: Lock): Promise<Draft> {
    authorizeId(kind, verb, work.caller, id);
    const object = (await work.store(kind.name).find(work.sql, id.owner, id.key, lock)) as Draft | undefined;
    if (!object) throw missing(kind, id);
    authorizeObject(kind, verb, work.caller, object, id);
    return object;
  }

  return { workOf, hooksOf, shown, authorizeObject, authorizeId, load };
}

export type ObjectAccess = ReturnType<typeof createObjectAccess>;
