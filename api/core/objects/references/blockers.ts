import type { Kind } from '@doorwright/crds';
import type { ReferencePath } from '@doorwright/crds/derive/paths.ts';
import { snake, tableName } from '@doorwright/crds/derive/tables.ts';
import type { Knex } from 'knex';
import type { Sql } from '../../../db/knex.ts';
import { couldPass } from '../../authorize.ts';
import { type Caller, isGlobalAdmin, organizationOf } from '../../callers.ts';
import { Refusal } from '../../errors.ts';
import type { Blocker } from '../../message-params.ts';
import { tenantField } from '../storage/store.ts';
import { type Named, namingCondition } from './reference-sql.ts';

/** How many objects of a kind a refusal names. */
const named = 5;
/** The largest exact count. Above it, the database would read a whole table for a number that nobody needs. */
const mostCounted = 1000;

interface Deletion {
  kind: Kind;
  object: Named;
  caller: Caller;
}

/** The organization whose objects of a kind the caller may list: undefined for all, an empty text for none. */
function seenOrganization(kind: Kind, caller: Caller): string | undefined {
  if (isGlobalAdmin(caller)) return undefined;
  if (!couldPass(kind.access?.list ?? 'globalAdmin', caller)) return '';
  if (kind.tenant !== 'platform') return organizationOf(caller) ?? '';
  return kind.audience ? '' : undefined;
}

/** The column with the name that people give an object. Directories have an id that means nothing to them. */
const titleColumn = ({ key, list }: Kind) => snake((key === 'id' && list?.shown?.[0]) || key);

/** The objects of one kind that name the deleted object. */
async function findBlockers(sql: Sql, kind: Kind, paths: readonly ReferencePath[], deletion: Deletion) {
  const { object } = deletion;
  const naming = (query: Knex.QueryBuilder) => {
    for (const path of paths) {
      const { where, bindings } = namingCondition(path, deletion.kind, object);
      query.orWhereRaw(where, bindings);
    }
  };
  const all = () => {
    const query = sql(tableName(kind)).where(naming);
    if (kind.name !== deletion.kind.name) return query;
    return query.whereNot((own) => own.where({ owner: object.owner, [snake(kind.key)]: object.name }));
  };
  const seen = seenOrganization(kind, deletion.caller);
  const tenant = snake(tenantField(kind) ?? 'owner');
  const shown = seen === undefined ? all() : all().where(tenant, seen);
  const columns = { owner: 'owner', key: snake(kind.key), title: titleColumn(kind) };
  const rows = await sql(
    shown
      .select(columns)
      .limit(mostCounted + 1)
      .as('naming'),
  )
    .select('owner', 'key', 'title', sql.raw('count(*) OVER () AS count'))
    .orderBy(['owner', 'key'])
    .limit(named);
  const isHidden = seen !== undefined && (await all().whereNot(tenant, seen).first('owner')) !== undefined;
  const count = Number(rows[0]?.count ?? 0);
  const blocker: Blocker = {
    kind: kind.name,
    count: Math.min(count, mostCounted),
    ...(count > mostCounted && { isMore: true }),
    objects: rows.map(({ owner, key, title }) => ({ id: `${owner}/${key}`, name: title || key })),
  };
  return { blocker, isHidden };
}

/** Refuses to delete an object that others still name. The refusal names those that the caller may see. */
export async function refuseInUse(sql: Sql, paths: readonly ReferencePath[], deletion: Deletion): Promise<void> {
  const byKind = Map.groupBy(paths, (path) => path.kind);
  const found: Awaited<ReturnType<typeof findBlockers>>[] = [];
  for (const [kind, own] of byKind) found.push(await findBlockers(sql, kind, own, deletion));
  const blockers = found.map(({ blocker }) => blocker).filter(({ count }) => count > 0);
  const isHidden = found.some((each) => each.isHidden);
  if (blockers.length === 0 && !isHidden) return;
  const { kind, object } = deletion;
  const params = { kind: kind.kind, id: `${object.owner}/${object.name}`, dependants: blockers };
  const context = isHidden && { context: blockers.length > 0 ? 'partly' : 'elsewhere' };
  throw new Refusal('in-use', { ...params, ...context }, { data: blockers });
}
