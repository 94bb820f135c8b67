import type { ScimDeps } from '../deps.ts';
import type { Doc } from '../document/normalized.ts';
import { projected } from '../document/projected.ts';
import { ScimFailure } from '../failure.ts';
import type { Home, Keeper } from '../resources/keeper.ts';
import { conditionOf, findRows } from './find-rows.ts';
import type { Search } from './read-search.ts';
import type { Totals } from './totals.ts';

interface Found {
  total: number;
  docs: Doc[];
}

export const listResponse = (
  docs: readonly object[],
  { total, startIndex }: { total: number; startIndex: number },
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: docs.length,
  Resources: docs,
});

type Deps = Pick<ScimDeps, 'db' | 'store'>;

export function createList({ db, store }: Deps, totals: Totals) {
  async function found(keeper: Keeper, home: Home, search: Search): Promise<Found> {
    const condition = conditionOf(keeper, home, search.filter);
    const [total, rows] = await Promise.all([
      totals(db, keeper.table, condition),
      search.count > 0 ? findRows(db, store(keeper.kind.name), keeper, search, condition) : [],
    ]);
    const docs = await keeper.shown(db, home, rows, search);
    return { total, docs: docs.map((doc) => projected(keeper.type, doc, search)) };
  }

  /** A type that lacks an attribute of the filter or of the order has no match (RFC 7644, section 3.4.2.1). */
  async function orNothing(finding: Promise<Found>): Promise<Found | undefined> {
    try {
      return await finding;
    } catch (error) {
      if (error instanceof ScimFailure && error.status === 400) return undefined;
      throw error;
    }
  }

  return {
    async ofType(keeper: Keeper, home: Home, search: Search) {
      const { total, docs } = await found(keeper, home, search);
      return listResponse(docs, { total, startIndex: search.startIndex });
    },

    /** All types as one list, one after the other. */
    async ofAll([first, ...others]: readonly [Keeper, ...Keeper[]], home: Home, search: Search) {
      let whole: Found | undefined;
      for (const keeper of [first, ...others]) {
        const passed = whole?.total ?? 0;
        const place = {
          startIndex: Math.max(1, search.startIndex - passed),
          count: search.count - (whole?.docs.length ?? 0),
        };
        const next = await orNothing(found(keeper, home, { ...search, ...place }));
        if (next) whole = { total: passed + next.total, docs: [...(whole?.docs ?? []), ...next.docs] };
      }
      if (!whole) return this.ofType(first, home, search);
      return listResponse(whole.docs, { total: whole.total, startIndex: search.startIndex });
    },
  };
}

export type List = ReturnType<typeof createList>;
