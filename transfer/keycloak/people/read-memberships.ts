import { byText } from '../names.ts';
import { defaultRolesOf, keysOf, roleKey } from '../plan/name-roles.ts';
import { ownClients } from '../plan/own-parts.ts';
import type { Plan } from '../plan/plan.ts';
import type { Person } from '../representation.ts';

/** Roles with which a user changes the realm. */
const isAdministration = (client: string) => client === 'realm-management' || client.endsWith('-realm');

/** The groups and roles of a user by their names here. */
export function readMemberships({ realm, groups, roles }: Plan, person: Person) {
  const lost: [what: string, why: string][] = [];
  const groupNames = person.groups.flatMap((path) => groups.get(path)?.name ?? []);
  const hasDefault = person.realmRoles.some((each) => each.toLowerCase() === defaultRolesOf(realm));
  const keys = [...keysOf(person), ...(hasDefault ? roles.ofEverybody : [])];
  const roleNames = keys.flatMap((key) => roles.byKey.get(key)?.name ?? []);
  for (const [client, names] of Object.entries(person.clientRoles).sort(([a], [b]) => byText(a, b)))
    if (isAdministration(client) && ownClients.has(client))
      lost.push([
        `roles ${names.toSorted(byText).join(', ')} of ${client}`,
        'make the user an administrator of the organization if they administer it',
      ]);
  if (person.realmRoles.includes('admin') && !roles.byKey.has(roleKey('admin')))
    lost.push(['role admin', 'make the user an administrator if they administer the organization']);
  return { groups: [...new Set(groupNames)].sort(byText), roles: [...new Set(roleNames)].sort(byText), lost };
}
