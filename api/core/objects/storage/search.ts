import { snake } from '@doorwright/crds/derive/tables.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { Knex } from 'knex';
import type { Db, Sql } from '../../../db/knex.ts';
import type { ListQuery } from './list-query.ts';
import type { Store } from './store.ts';

export interface Found {
  kind: string;
  owner: string;
  name: string;
  displayName: string;
  /** Of people. */
  avatar?: string;
}

interface Wanted {
  text: string;
  limit: number;
}

type Row = Record<string, string>;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The fields that a text of this form can be in. Fewer fields make a search among many users faster. */
function identifying(text: string): readonly string[] {
  if (text.includes('@')) return ['email', 'name'];
  if (uuid.test(text)) return ['id', 'name'];
  return /^\+?[\d ]{4,}$/.test(text) ? ['phone', 'name', 'displayName'] : ['name', 'displayName'];
}

/** Postgres stops the search of a kind after this time. */
const patienceMs = 120;
/** Nobody waits as long for a total. */
const patienceForTotalMs = 40;
/** More candidates than results, so that the best ones can come first. */
const candidates = 40;
/** More rows are not counted, because that takes longer than the search. */
const mostCounted = 10_001;
const shownFields = ['owner', 'name', 'displayName', 'avatar'];
/** The trigram index finds shorter texts only at the start of a word. */
const shortestInside = 3;

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

const isOutOfTime = (error: unknown) => (error as { code?: string }).code === '57014';

const searchedFields = ({ kind }: Store, text: string): string[] =>
  fieldsOf(kind).flatMap(({ name, secret, computed }) =>
    identifying(text).includes(name) && !secret && !computed ? [name] : [],
  );

/** Ranks an exact name before a beginning, and a beginning before other matches. */
function rankOf({ name, displayName }: Found, text: string): number {
  const [sought, ...texts] = [text, name, displayName].map((each) => each.toLowerCase());
  if (texts.some((each) => each === sought)) return 0;
  return texts.some((each) => each.startsWith(sought ?? '')) ? 1 : 2;
}

/** Objects with the text in a field that identifies them: as in their list, if it searches several fields together. */
function containing(sql: Sql, store: Store, scope: Partial<ListQuery>, text: string): Knex.QueryBuilder {
  if (store.kind.list?.texts) return store.narrowed(sql(store.table), { ...scope, text });
  const pattern = text.length < shortestInside ? `${escaped(text)}%` : `%${escaped(text)}%`;
  const fields = searchedFields(store, text);
  return store.narrowed(sql(store.table), scope).where((either) => {
    for (const field of fields) either.orWhereILike(snake(field), pattern);
  });
}

/** Objects that have exactly this text. Indexes begin with the owner, so each organization is looked up. */
function exactly(sql: Sql, store: Store, scope: Partial<ListQuery>, text: string): Knex.QueryBuilder {
  const field = searchedFields(store, text).find((name) => identifying(text)[0] === name) ?? 'name';
  return store
    .narrowed(sql(store.table), scope)
    .where(snake(field), text)
    .whereIn('owner', sql('organizations').select('name'));
}

/** The rows that Postgres finds in time. A late result helps nobody, so it counts as none. */
async function inTime(db: Db, query: (sql: Sql) => Knex.QueryBuilder, ms = patienceMs): Promise<Row[]> {
  try {
    return await db.transaction(async (sql) => {
      await sql.raw(`SET LOCAL statement_timeout = ${ms}`);
      return (await query(sql)) as Row[];
    });
  } catch (error) {
    if (isOutOfTime(error)) return [];
    throw error;
  }
}

/** How many objects the list of the kind has with this text; undefined if that takes too long, or if its list has no such search. */
async function totalOf(db: Db, store: Store, scope: Partial<ListQuery>, text: string): Promise<number | undefined> {
  if (!store.kind.list?.texts) return undefined;
  const count = (sql: Sql) =>
    sql
      .count({ total: '*' })
      .from(containing(sql, store, scope, text).select('owner').limit(mostCounted).as('counted'));
  const [row] = await inTime(db, count, patienceForTotalMs);
  return row && Number(row.total);
}

/** A few objects of one kind with the text in their name, display name, e-mail address, phone number or ID. */
export async function searchObjects(
  db: Db,
  store: Store,
  scope: Partial<ListQuery>,
  { text, limit }: Wanted,
): Promise<{ found: Found[]; total: number | undefined }> {
  const { kind } = store;
  const columns = fieldsOf(kind).filter(({ name }) => shownFields.includes(name));
  // Among very many objects, exact matches are found even if the others take too long.
  const searches = kind.numerous ? [exactly, containing] : [containing];
  const rows = await Promise.all(
    searches.map((search) =>
      inTime(db, (sql) =>
        search(sql, store, scope, text)
          .limit(candidates)
          .select(columns.map(({ name }) => snake(name))),
      ),
    ),
  );
  const found = rows.flat().map(
    (row): Found => ({
      kind: kind.name,
      owner: row.owner ?? '',
      name: row.name ?? '',
      displayName: row.display_name ?? '',
      ...(kind.people && { avatar: row.avatar ?? '' }),
    }),
  );
  const unique = [...new Map(found.map((each) => [`${each.owner}/${each.name}`, each])).values()];
  const isAll = unique.length < candidates;
  return {
    found: unique.sort((one, other) => rankOf(one, text) - rankOf(other, text)).slice(0, limit),
    total: isAll ? unique.length : await totalOf(db, store, scope, text),
  };
}
