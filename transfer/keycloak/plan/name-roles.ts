import { byText, createNames } from '../names.ts';
import type { Group, Realm, Role } from '../representation.ts';
import { ownClients } from './own-parts.ts';

/** A role of the realm, or of a client. */
export interface NamedRole {
  key: string;
  name: string;
  role: Role;
  client: string | undefined;
}

export interface RoleNames {
  /** The roles that come here, by their keys. */
  byKey: ReadonlyMap<string, NamedRole>;
  /** The keys of roles that all users of the realm have. */
  ofEverybody: readonly string[];
}

export const roleKey = (name: string, client?: string): string => JSON.stringify([client ?? '', name]);

const ownRoles = new Set(['offline_access', 'uma_authorization']);

export const defaultRolesOf = ({ realm }: Pick<Realm, 'realm'>): string => `default-roles-${realm}`.toLowerCase();

/** The keys of the roles of a group or user. */
export const keysOf = ({ realmRoles, clientRoles }: Pick<Group, 'realmRoles' | 'clientRoles'>): string[] => [
  ...realmRoles.map((name) => roleKey(name)),
  ...Object.entries(clientRoles).flatMap(([client, names]) => names.map((name) => roleKey(name, client))),
];

/** The keys of the parts of a composite role. */
export const partsOf = ({ composites }: Role): string[] => [
  ...composites.realm.map((name) => roleKey(name)),
  ...Object.entries(composites.client).flatMap(([client, names]) => names.map((name) => roleKey(name, client))),
];

const isOwn = (realm: Realm, { name, client }: { name: string; client: string | undefined }) =>
  client === undefined
    ? ownRoles.has(name) || name.toLowerCase() === defaultRolesOf(realm)
    : ownClients.has(client) || name === 'uma_protection';

/** The roles without those that Keycloak makes for itself. A role of a client has the client's name before its own. */
export function nameRoles(realm: Realm): RoleNames {
  const all = [
    ...realm.roles.realm.map((role) => ({ role, client: undefined })),
    ...Object.entries(realm.roles.client)
      .sort(([a], [b]) => byText(a, b))
      .flatMap(([client, roles]) => roles.map((role) => ({ role, client }))),
  ];
  const taken = all
    .filter(({ role, client }) => !isOwn(realm, { name: role.name, client }))
    .sort((a, b) => byText(a.client ?? '', b.client ?? '') || byText(a.role.name, b.role.name));
  const name = createNames();
  const byKey = new Map(
    taken.map(({ role, client }) => {
      const key = roleKey(role.name, client);
      const wanted = client === undefined ? role.name : `${client}_${role.name}`;
      return [key, { key, role, client, name: name(wanted) }] as const;
    }),
  );
  const everybody = realm.roles.realm.find((each) => each.name.toLowerCase() === defaultRolesOf(realm));
  return { byKey, ofEverybody: everybody ? partsOf(everybody).filter((key) => byKey.has(key)) : [] };
}
