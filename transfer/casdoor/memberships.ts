import type { Losses } from '../reading/losses.ts';
import { type Original, textsOf } from './original.ts';
import type { Survey } from './survey.ts';

/** The roles of each user, by ids there: users come after roles, so users name their roles. */
export function rolesByUser({ all }: Survey): ReadonlyMap<string, readonly Original[]> {
  const roles = new Map<string, Original[]>();
  for (const role of all.role)
    for (const user of textsOf(role, 'users')) roles.set(user, [...(roles.get(user) ?? []), role]);
  return roles;
}

/** The names of roles of a user. Two organizations that become one can have roles of one name. */
export function rolesOf(roles: readonly Original[], owner: string, survey: Survey): string[] {
  const held = roles.filter((role) => survey.organizationOf(role.text('owner')) === owner);
  return [...new Set(held.map((role) => role.text('name')))].filter((name) => survey.isTaken('role', owner, name));
}

/** The names of groups of a user. Newer versions write ids. */
export function groupsOf(original: Original, owner: string, survey: Survey, losses: Losses): string[] {
  const names = textsOf(original, 'groups').map((each) => each.split('/').at(-1) ?? '');
  const taken = names.filter((name) => survey.isTaken('group', owner, name));
  for (const name of names) if (!taken.includes(name)) losses.add(`group "${name}"`, 'There is no such group.');
  return [...new Set(taken)];
}
