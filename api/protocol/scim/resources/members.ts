import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';
import { type Doc, isObject } from '../document/normalized.ts';
import { wrong } from '../failure.ts';
import { userType } from '../schemas/resource-types.ts';
import type { Home } from './keeper.ts';
import { locationOf } from './shown-resource.ts';

type Reads = Pick<Work, 'sql' | 'store'>;

interface Member {
  id: string;
  name: string;
}

const idIn = ({ organization }: Pick<Home, 'organization'>, name: string) => `${organization}/${name}`;

async function usersWhere({ sql, store }: Reads, organization: string, column: 'id' | 'name', values: string[]) {
  const rows = await sql(store('user').table)
    .where({ owner: organization, is_deleted: false })
    .whereRaw(`${column} = ANY(?) AND id <> ''`, [values])
    .select('id', 'name');
  return rows.map(({ id, name }): Member => ({ id, name }));
}

/** The members of groups that are resources, by owner/name. Deleted users and users of others are none. */
export async function membersOf(reads: Reads, home: Home, ids: readonly string[]): Promise<Map<string, Member>> {
  const start = idIn(home, '');
  const names = ids.filter((id) => id.startsWith(start)).map((id) => id.slice(start.length));
  if (names.length === 0) return new Map();
  const found = await usersWhere(reads, home.organization, 'name', [...new Set(names)]);
  return new Map(found.map((member) => [idIn(home, member.name), member]));
}

export const shownMember = (home: Home, { id }: Member): Doc => ({
  value: id,
  $ref: locationOf(home, userType, id),
  type: 'User',
});

/** The members as owner/name. Each must be a user of the organization. */
export async function namesOfMembers(sql: Sql, store: Work['store'], home: Home, members: unknown): Promise<string[]> {
  const entries = Array.isArray(members) ? members.filter(isObject) : [];
  if (entries.some(({ type }) => type !== undefined && String(type).toLowerCase() !== 'user'))
    throw wrong('invalidValue', 'Members of groups are users');
  const wanted = [...new Set(entries.map(({ value }) => String(value ?? '')))];
  if (wanted.length === 0) return [];
  const found = await usersWhere({ sql, store }, home.organization, 'id', wanted);
  const byId = new Map(found.map(({ id, name }) => [id, name]));
  const missing = wanted.find((id) => !byId.has(id));
  if (missing !== undefined) throw wrong('invalidValue', `The member ${missing.slice(0, 100)} is no user here`);
  return wanted.map((id) => idIn(home, String(byId.get(id))));
}
