import { usedAmong } from '../../../../core/objects/history/used-ids.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import type { Person } from './person.ts';

/** Users who are there, by everything that is unique: the id everywhere, the others in their organization. */
export interface KnownPeople {
  find: (field: 'id' | 'name' | 'email' | 'phone', user: Draft) => Draft | undefined;
  /** The id belonged to a user who is gone, and stays theirs. */
  isUsed: (user: Draft) => boolean;
  note: (user: Draft) => void;
}

const fields = ['id', 'name', 'email', 'phone'] as const;
type Unique = (typeof fields)[number];

const keyOf = (field: Unique, user: Draft): string | undefined =>
  user[field] ? `${field} ${field === 'id' ? '' : user.owner}/${user[field]}` : undefined;

/** Looks up all users of a batch at once. */
export async function knownPeople({ sql, store }: Work, people: readonly Person[]): Promise<KnownPeople> {
  const { table, kind, fromRow } = store('user');
  const known = new Map<string, Draft>();
  const note = (user: Draft) => {
    for (const field of fields) {
      const key = keyOf(field, user);
      if (key && !known.has(key)) known.set(key, user);
    }
  };
  const ids = people.map(({ user }) => String(user.id)).filter(Boolean);
  const used = ids.length > 0 ? await usedAmong(sql, kind, ids) : new Set<string>();
  for (const field of fields) {
    const pairs = people.flatMap(({ user }) => (user[field] ? [[user.owner, String(user[field])] as const] : []));
    if (pairs.length === 0) continue;
    const owners = pairs.map(([owner]) => owner);
    const values = pairs.map(([, value]) => value);
    const query = sql(table);
    // With hundreds of pairs in the statement itself, each batch would be a new one for Postgres.
    if (field === 'id') query.whereRaw('id = ANY(CAST(? AS text[]))', [values]);
    else
      query.whereRaw(`(owner, ${field}) IN (SELECT * FROM unnest(CAST(? AS text[]), CAST(? AS text[])))`, [
        owners,
        values,
      ]);
    for (const row of await query) note(fromRow(row) as Draft);
  }
  return {
    find: (field, user) => known.get(keyOf(field, user) ?? ''),
    isUsed: ({ id }) => used.has(String(id)),
    note,
  };
}
