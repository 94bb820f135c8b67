import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { snake } from '@doorwright/crds/derive/tables.ts';
import type { Knex } from 'knex';
import type { Db, Sql } from '../../db/knex.ts';
import type { ListQuery } from './list-query.ts';
import type { Store } from './store.ts';

export interface Found {
  kind: string;
  owner: string;
  name: string;
  displayName: string;
}

interface Wanted {
  text: string;
  limit: number;
}

/** The fields that a text of this form can be in. Fewer fields make a search among many users faster. */
function identifying(text: string): readonly string[] {
  if (text.includes('@')) return ['email', 'name'];
  return /^\+?[\d ]{4,}$/.test(text) ? ['phone', 'name', 'displayName'] : ['name', 'displayName'];
}

/** Postgres stops a search after this time, because a late result helps nobody. */
const patienceMs = 120;
/** More candidates than results, so that the best ones can come first. */
const candidates = 40;
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

/** Objects with the text in a field that identifies them. */
function containing(sql: Sql, store: Store, scope: Partial<ListQuery>, text: string): Knex.QueryBuilder {
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

/** Candidates of a kind with very many objects: exact matches, and others that are found in time. */
async function candidatesOfMany(db: Db, store: Store, scope: Partial<ListQuery>, text: string, columns: string[]) {
  const exact = exactly(db, store, scope, text).limit(candidates).select(columns);
  const others = db.transaction(async (sql) => {
    await sql.raw(`SET LOCAL statement_timeout = ${patienceMs}`);
    return await containing(sql, store, scope, text).limit(candidates).select(columns);
  });
  const inTime = others.catch((error) => {
    if (isOutOfTime(error)) return [];
    throw error;
  });
  return (await Promise.all([exact, inTime])).flat();
}

/** A few objects of one kind with the text in their name, display name, e-mail address or phone number. */
export async function searchObjects(db: Db, store: Store, scope: Partial<ListQuery>, wanted: Wanted): Promise<Found[]> {
  const { kind } = store;
  const { text, limit } = wanted;
  const columns = ['owner', 'name', ...('displayName' in kind.schema.shape ? ['display_name'] : [])];
  const rows: Record<string, string>[] = kind.numerous
    ? await candidatesOfMany(db, store, scope, text, columns)
    : await containing(db, store, scope, text).limit(candidates).select(columns);
  const found = rows.map(
    (row): Found => ({
      kind: kind.name,
      owner: row.owner ?? '',
      name: row.name ?? '',
      displayName: row.display_name ?? '',
    }),
  );
  const unique = [...new Map(found.map((each) => [`${each.owner}/${each.name}`, each])).values()];
  return unique.sort((one, other) => rankOf(one, text) - rankOf(other, text)).slice(0, limit);
}
