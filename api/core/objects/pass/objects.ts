import type { Kind } from '@doorwright/crds';
import { authorize, authorizeAtAll, couldPass } from '../../authorize.ts';
import { administers, type Caller, isGlobalAdmin, organizationOf } from '../../callers.ts';
import type { RequestContext } from '../history/records.ts';
import { originsOfPage } from '../references/origins.ts';
import { refuseIdentityProofs } from '../rules/identity-proofs.ts';
import { bodyObject, parseNew } from '../rules/input.ts';
import type { Draft, Work } from '../rules/kind-hooks.ts';
import { refuseMasks } from '../rules/present.ts';
import { searchableNames } from '../storage/audience.ts';
import { translateConflict, withRetry } from '../storage/conflicts.ts';
import type { Id } from '../storage/ids.ts';
import { equalFields, type ListQuery, readListQuery, refuseOrderAmongAll } from '../storage/list-query.ts';
import { type Found, searchObjects } from '../storage/search.ts';
import { tenantOf } from '../storage/store.ts';
import { newObject } from './new-object.ts';
import { createObjectAccess, missing, type ObjectsDeps, ruleOf, targetOf } from './object-access.ts';
import { createWriteSteps } from './write-steps.ts';

type Object_ = Record<string, unknown>;
type Query = Readonly<Record<string, string | undefined>>;

/** Reads and writes objects of every kind for one request. */
export function createObjects(deps: ObjectsDeps) {
  const access = createObjectAccess(deps);
  const { workOf, hooksOf, shown, authorizeId, load } = access;
  const steps = createWriteSteps(deps, access);

  async function writing<T>(kind: Kind, context: RequestContext, write: (work: Work) => Promise<T>): Promise<T> {
    try {
      return await withRetry(() => deps.db.transaction((sql) => write(workOf(context, sql))));
    } catch (error) {
      throw translateConflict(kind, error);
    }
  }

  function parsedNew(kind: Kind, context: RequestContext, body: unknown): Draft {
    authorizeAtAll(ruleOf(kind, 'add'), context.caller);
    const parsed = parseNew(kind, bodyObject(body), context.now) as Draft;
    authorize(ruleOf(kind, 'add'), context.caller, targetOf(kind, parsed));
    refuseMasks(kind, parsed);
    refuseIdentityProofs(kind, parsed, undefined, context.caller);
    return parsed;
  }

  /** What a caller may list of what they ask for. */
  function queryOf(kind: Kind, caller: Caller, query: Query, template: Object_ = {}): ListQuery {
    authorizeAtAll(ruleOf(kind, 'list'), caller);
    const asked = readListQuery(kind, query, searchableNames(kind, caller));
    const own = organizationOf(caller) ?? '';
    const isOpen = ruleOf(kind, 'list') === 'anyone' || kind.tenant === 'platform' || isGlobalAdmin(caller);
    if (!isOpen && kind.owner === 'organization' && asked.owner)
      authorize(ruleOf(kind, 'list'), caller, { organization: asked.owner });
    const named = equalFields(kind).filter((name) => query[name]);
    const limited: ListQuery = {
      ...asked,
      equal: { ...template, ...Object.fromEntries(named.map((name) => [name, query[name]])) },
      ...(!isOpen && { tenant: own }),
      ...(!isGlobalAdmin(caller) && { audience: own }),
    };
    refuseOrderAmongAll(kind, limited);
    return limited;
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

    queryOf,

    async list(
      kind: Kind,
      context: RequestContext,
      query: Query,
      template: Object_ = {},
    ): Promise<{ rows: Object_[]; total: number }> {
      const { caller } = context;
      const found = await deps.store(kind.name).list(deps.db, queryOf(kind, caller, query, template));
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
    async search(
      kind: Kind,
      context: RequestContext,
      text: string,
      limit: number,
    ): Promise<{ found: Found[]; total: number | undefined }> {
      const { caller } = context;
      if (!couldPass(ruleOf(kind, 'list'), caller)) return { found: [], total: 0 };
      const own = organizationOf(caller) ?? '';
      const scope = isGlobalAdmin(caller) ? {} : { ...(kind.tenant !== 'platform' && { tenant: own }), audience: own };
      return searchObjects(deps.db, deps.store(kind.name), scope, { text, limit });
    },

    /** A new object with default values for the caller's form. Nothing is stored. */
    draft(kind: Kind, { caller }: RequestContext, organization: string | undefined): Object_ {
      authorizeAtAll(ruleOf(kind, 'add'), caller);
      const object = newObject(kind, caller, organization);
      authorize(ruleOf(kind, 'add'), caller, targetOf(kind, object));
      return object;
    },

    async add(kind: Kind, context: RequestContext, body: unknown): Promise<Object_> {
      const parsed = parsedNew(kind, context, body);
      return writing(kind, context, async (work) =>
        shown(kind, await steps.insert(kind, context, parsed, work), work, 'one'),
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
        shown(kind, await steps.change(kind, context, id, bodyObject(body), work, columns), work, 'one'),
      ),

    remove: (kind: Kind, context: RequestContext, id: Id): Promise<void> =>
      writing(kind, context, (work) => steps.remove(kind, context, id, work)),

    /** The steps for code that does more in one transaction. Call them inside `writing`. */
    steps: { authorizeId, writing, load, parsedNew, ...steps },
  };
}

export type Objects = ReturnType<typeof createObjects>;
