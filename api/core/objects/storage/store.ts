import type { Kind, Row } from '@doorwright/crds';
import { columnSearch } from '@doorwright/crds/derive/column-search.ts';
import { primaryKeyOf, snake, tableName } from '@doorwright/crds/derive/tables.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { Knex } from 'knex';
import type { Sql } from '../../../db/knex.ts';
import { unnamedStatement } from '../../../db/prepared-statements.ts';
import type { SecretBox } from '../../../db/secret-box.ts';
import { Refusal } from '../../errors.ts';
import { isForOrganization, whereForOrganization } from './audience.ts';
import { beginOfOrganization } from './begin-of-organization.ts';
import { columnFilter, whereText } from './column-filter.ts';
import { fewRows } from './few-rows.ts';
import type { ListQuery } from './list-query.ts';
import { whereNamed } from './named-filters.ts';
import { orderOf, type Slice, sliceOf } from './page-slice.ts';
import { alwaysCounted, countAll, createRowCounter, isLong } from './row-counter.ts';
import { rowCodec } from './rows.ts';

/** The longest list without paging. Longer lists must be read page by page. */
export const unpagedLimit = alwaysCounted;

/** The newest rows that are read without an index of texts. Postgres compares so many in about ten milliseconds. */
const newest = 5_000;

/** With `forNoKeyUpdate` other transactions can still refer to the row. Deletions take `forUpdate`. */
export type Lock = 'forUpdate' | 'forNoKeyUpdate';

/** The field with an object's organization. Objects of the platform have none. */
export const tenantField = (kind: Kind): string | undefined =>
  ({ itself: 'name', owner: 'owner', organization: 'organization', platform: undefined })[kind.tenant];

export const tenantOf = (kind: Kind, object: Record<string, unknown>): string => {
  const field = tenantField(kind);
  return field ? String(object[field] ?? '') : 'built-in';
};

/** The table of one kind. Each method gets the database or transaction to use. */
export function storeOf(kind: Kind, box: SecretBox) {
  const table = tableName(kind);
  const codec = rowCodec(kind, box);
  const key = snake(kind.key);
  const totals = createRowCounter({ isEstimated: kind.partitioned === true });
  const primaryKey = primaryKeyOf(kind);
  const whereColumn = columnFilter(kind);
  const at = (owner: string, name: string) => ({ owner, [key]: name });

  /** Objects that outlive their organization, such as records, are not those of a new one with its name. */
  const outlives = fieldsOf(kind).some(({ name, refers }) => name === 'owner' && refers?.onDelete === 'keep');

  function narrowed(
    query: Knex.QueryBuilder,
    { owner, tenant, audience, equal, filter, text, named = {}, created }: Partial<ListQuery>,
  ): Knex.QueryBuilder {
    if (owner) query.where('owner', owner);
    if (tenant) query.where(snake(tenantField(kind) ?? 'owner'), tenant);
    if (tenant && outlives) query.whereRaw(`created_time >= ${beginOfOrganization}`, [tenant]);
    if (audience !== undefined) whereForOrganization(query, kind, audience);
    for (const [field, value] of Object.entries(equal ?? {})) query.where(snake(field), value as Knex.Value);
    if (created?.from) query.where('created_time', '>=', created.from);
    if (created?.to) query.where('created_time', '<', created.to);
    for (const each of kind.list?.filters ?? []) if (named[each.name]) whereNamed(query, each, named[each.name] ?? '');
    if (text) whereText(query, kind, text);
    if (filter) whereColumn(query, filter);
    return query;
  }

  const keyColumns = [...new Set(['owner', ...primaryKey])];
  const keysOf = (sql: Sql, query: ListQuery) => narrowed(sql(table).select(keyColumns), query);

  async function slice(sql: Sql, query: ListQuery, wanted: Slice): Promise<Row[]> {
    const order = orderOf(query, key, wanted.fromEnd);
    // Reads keys first and rows afterwards, so that a far page reads the index and only its own rows.
    const keys = keysOf(sql, query).orderBy(order).offset(wanted.offset).limit(wanted.limit).as('wanted');
    const rows = await sql(table)
      .options(unnamedStatement)
      .select(`${table}.*`)
      .join(keys, (on) => {
        for (const column of primaryKey) on.on(`${table}.${column}`, `wanted.${column}`);
      })
      .orderBy(
        orderOf(query, key, false).map(({ column, order: direction }) => ({
          column: `${table}.${column}`,
          order: direction,
        })),
      );
    return rows.map(codec.fromRow);
  }

  const isInside = ({ field }: NonNullable<ListQuery['filter']>) => columnSearch(kind, field) === 'inside';

  /** A text is searched for once, for the page and the total, unless it is known to be frequent. */
  const isSearch = ({ text, filter }: ListQuery) =>
    (kind.numerous || kind.partitioned) && Boolean(text || (filter && isInside(filter)));

  /**
   * A page of the newest rows of a search, with its named filters, if it finds that many among the newest rows of all. Texts that are so frequent
   * need no index, and finding all rows with them would take too long.
   */
  async function newestOf(sql: Sql, query: ListQuery, { number, size }: NonNullable<ListQuery['page']>) {
    if (query.sort.field !== 'createdTime' || number * size > newest) return undefined;
    const { text, filter, named, ...rest } = query;
    const isCompared = filter !== undefined && isInside(filter);
    const compared = { ...(text && { text }), ...(named && { named }), ...(isCompared && { filter }) };
    const order = orderOf(query, key, false);
    const first = narrowed(sql(table).select('*'), { ...rest, ...(filter && !isCompared && { filter }) })
      .orderBy(order)
      .limit(newest)
      .as('newest');
    const rows = await narrowed(sql.select('*').from(first), compared)
      .orderBy(order)
      .offset((number - 1) * size)
      .limit(size)
      .options(unnamedStatement);
    return rows.length === size ? rows.map(codec.fromRow) : undefined;
  }

  async function fewOf(sql: Sql, query: ListQuery, page: NonNullable<ListQuery['page']>) {
    const found = keysOf(sql, query);
    if (totals.isKnown(found)) return undefined;
    const sorted = snake(query.sort.field);
    const keys = keyColumns.includes(sorted) ? found : found.select(sorted);
    const order = orderOf(query, key, false);
    const { rows, total } = await fewRows(sql, { table, primaryKey, keys, order, page });
    return { rows: rows.map(codec.fromRow), total };
  }

  return {
    kind,
    table,
    narrowed,
    toRow: codec.toRow,
    fromRow: codec.fromRow,

    async find(sql: Sql, owner: string, name: string, lock?: Lock): Promise<Row | undefined> {
      const query = sql(table).where(at(owner, name)).first();
      const row = await (lock ? query[lock]() : query);
      return row && codec.fromRow(row);
    },

    /**
     * The object that an organization means by a name. An object for other organizations is missing here. Code
     * that uses a named object for a user calls this.
     */
    async findFor(sql: Sql, organization: string, owner: string, name: string): Promise<Row | undefined> {
      const found = await this.find(sql, owner, name);
      return found && isForOrganization(kind, found, organization) ? found : undefined;
    },

    async findBy(sql: Sql, equal: Record<string, string>): Promise<Row | undefined> {
      const columns = Object.fromEntries(Object.entries(equal).map(([field, value]) => [snake(field), value]));
      const row = await sql(table).where(columns).orderBy(key).first();
      return row && codec.fromRow(row);
    },

    count: (sql: Sql, query: ListQuery): Promise<number> => totals(sql, keysOf(sql, query)),

    /** One page and the total. A page beyond the end is the last page, as clients of Casdoor 2022 expect. */
    async list(sql: Sql, query: ListQuery): Promise<{ rows: Row[]; total: number }> {
      const { page } = query;
      if (!page) {
        if (await isLong(sql, keysOf(sql, query))) throw new Refusal('too-many-rows', { limit: unpagedLimit });
        const rows = await slice(sql, query, { offset: 0, limit: unpagedLimit, fromEnd: false });
        return { rows, total: rows.length };
      }
      const found = isSearch(query) ? await newestOf(sql, query, page) : undefined;
      // An estimate may be too small.
      if (found)
        return { rows: found, total: Math.max(await totals(sql, keysOf(sql, query)), page.number * page.size) };
      const few = isSearch(query) ? await fewOf(sql, query, page) : undefined;
      if (few && few.total <= alwaysCounted) return few;
      const total = await totals(sql, keysOf(sql, query), few?.total);
      const wanted = sliceOf(page, total);
      const rows = await slice(sql, query, wanted);
      // An estimate was too large.
      const isBeyond = rows.length === 0 && wanted.offset > 0;
      if (!isBeyond) return { rows, total };
      const exact = await countAll(sql, keysOf(sql, query));
      return { rows: await slice(sql, query, sliceOf(page, exact)), total: exact };
    },

    async insert(sql: Sql, object: Record<string, unknown>): Promise<Row> {
      const [row] = await sql(table).insert(codec.toRow(object)).returning('*');
      return codec.fromRow(row);
    },

    async update(sql: Sql, owner: string, name: string, object: Record<string, unknown>): Promise<Row> {
      const [row] = await sql(table).where(at(owner, name)).update(codec.toRow(object)).returning('*');
      return codec.fromRow(row);
    },

    remove: (sql: Sql, owner: string, name: string): Promise<number> => sql(table).where(at(owner, name)).delete(),
  };
}

export type Store = ReturnType<typeof storeOf>;
