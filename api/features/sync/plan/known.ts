import type { SyncLink } from '@doorwright/crds/kinds/sync-link.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';
import type { Person } from '../../../providers/directories/contract.ts';
import type { Source } from '../source.ts';
import { linksOf } from '../store/links.ts';

/** What is known of the people of one page. */
export interface Known {
  linkOf: (person: Person) => SyncLink | undefined;
  userOf: (person: Person) => User | undefined;
  /** Whether another user has the name. */
  isTaken: (name: string) => boolean;
}

const texts = (people: readonly Person[], field: string) =>
  people
    .map(({ fields }) => fields[field])
    .filter((value): value is string => typeof value === 'string' && value !== '');

/** The users that a page of people may be: by link, or by the ID that an earlier version or a person gave them. */
async function usersOf(
  sql: Sql,
  { store }: Pick<Work, 'store'>,
  { kind, organization }: Source,
  { ids, directoryKeys }: { ids: string[]; directoryKeys: string[] },
): Promise<User[]> {
  const { table, fromRow } = store('user');
  const rows = await sql(table)
    .where({ owner: organization })
    .where((each) => {
      each.whereIn('id', ids);
      if (kind === 'ldap') each.orWhereIn('ldap', directoryKeys);
    });
  return rows.map((row) => fromRow(row) as unknown as User);
}

export async function knownOf(
  sql: Sql,
  reads: Pick<Work, 'store'>,
  source: Source,
  people: readonly Person[],
): Promise<Known> {
  const keys = people.map(({ key }) => key);
  const byKey = await linksOf(sql, reads, source.id, keys);
  const ids = [...new Set([...[...byKey.values()].map(({ userId }) => userId), ...texts(people, 'id')])];
  const users = await usersOf(sql, reads, source, { ids, directoryKeys: keys });
  const byId = new Map(users.map((user) => [user.id, user]));
  const byDirectory = new Map(users.filter(({ ldap }) => ldap).map((user) => [user.ldap, user]));
  const named = await sql(reads.store('user').table)
    .where({ owner: source.organization })
    .whereIn(
      'name',
      people.flatMap(({ fields, otherNames = [] }) => [String(fields.name ?? ''), ...otherNames]),
    )
    .select('name');
  const taken = new Set(named.map(({ name }) => name));
  const linked = (person: Person) => byId.get(byKey.get(person.key)?.userId ?? '');
  return {
    linkOf: ({ key }) => byKey.get(key),
    userOf: (person) =>
      linked(person) ??
      byId.get(String(person.fields.id ?? '')) ??
      (source.kind === 'ldap' ? byDirectory.get(person.key) : undefined),
    isTaken: (name) => taken.has(name),
  };
}
