import type { Losses } from '../reading/losses.ts';
import { idOf } from './in-order-of-references.ts';
import { type Original, textsOf } from './original.ts';
import type { Survey } from './survey.ts';

const nameIn = (id: string) => id.split('/').at(-1) ?? '';

/** The roles of each user, by ids there: users come after roles, so users name their roles. */
export function rolesByUser({ all }: Survey): ReadonlyMap<string, readonly Original[]> {
  const roles = new Map<string, Original[]>();
  for (const role of all.role)
    for (const user of textsOf(role, 'users')) roles.set(user, [...(roles.get(user) ?? []), role]);
  return roles;
}

/** The names of roles of a user. Of two organizations that become one, a role of the same name can be left out. */
export function rolesOf(roles: readonly Original[], owner: string, survey: Survey): string[] {
  const taken = roles.filter(
    (role) =>
      survey.organizationOf(role.text('owner')) === owner &&
      survey.isTaken('role', owner, role.text('name')) &&
      !survey.isLeftOut('role', idOf(role)),
  );
  return [...new Set(taken.map((role) => role.text('name')))];
}

/** The names of groups of a user. Newer versions write ids. */
export function groupsOf(original: Original, owner: string, survey: Survey, losses: Losses): string[] {
  const ids = textsOf(original, 'groups').map((each) =>
    each.includes('/') ? each : `${original.text('owner')}/${each}`,
  );
  const isTaken = (id: string) =>
    survey.idOf(id)?.split('/')[0] === owner &&
    survey.isTaken('group', owner, nameIn(id)) &&
    !survey.isLeftOut('group', id);
  for (const id of ids) if (!isTaken(id)) losses.add(`group "${id}"`, 'There is no such group in the organization.');
  return [...new Set(ids.filter(isTaken).map(nameIn))];
}
