import type { Row } from '../../tables/tables.ts';
import type { RealmInput } from '../representation.ts';
import type { RealmTables } from './realm-tables.ts';
import { isOn, listsOf, textIn } from './values.ts';

/** A role by its name, and by its client if it has one. */
export interface RoleOfRow {
  name: string;
  client: string | undefined;
}

/** The roles of a realm by their ids, so that people and groups can name them. */
export interface RealmRoles {
  byId: ReadonlyMap<string, RoleOfRow>;
  roles: NonNullable<RealmInput['roles']>;
}

/** Roles as Keycloak writes them: those of the realm, and those of clients by client. */
export function splitRoles(roles: readonly RoleOfRow[]): { realm: string[]; client: Record<string, string[]> } {
  const client: Record<string, string[]> = {};
  for (const { name, client: owner } of roles)
    if (owner !== undefined) client[owner] = [...(client[owner] ?? []), name];
  return { realm: roles.filter((each) => each.client === undefined).map(({ name }) => name), client };
}

export async function readRealmRoles(realm: RealmTables, clients: readonly Row[]): Promise<RealmRoles> {
  const rows = await realm.of('keycloak_role');
  const parts = await realm.below(rows, 'composite_role', 'composite');
  const attributes = await realm.below(rows, 'role_attribute', 'role_id');
  const clientIds = new Map(clients.map((row) => [textIn(row, 'id'), textIn(row, 'client_id')]));
  const byId = new Map(
    rows.map((row) => {
      const client = isOn(row, 'client_role') ? clientIds.get(textIn(row, 'client')) : undefined;
      return [textIn(row, 'id'), { name: textIn(row, 'name'), client }];
    }),
  );
  const roles = rows.map((row) => {
    const id = textIn(row, 'id');
    const of = (parts.get(id) ?? []).flatMap((part) => byId.get(textIn(part, 'child_role')) ?? []);
    return {
      client: byId.get(id)?.client,
      role: {
        ...{ name: textIn(row, 'name'), description: textIn(row, 'description') },
        ...{ composites: splitRoles(of), attributes: listsOf(attributes.get(id)) },
      },
    };
  });
  const ofClients = Map.groupBy(
    roles.filter(({ client }) => client !== undefined),
    ({ client }) => client ?? '',
  );
  return {
    byId,
    roles: {
      realm: roles.filter(({ client }) => client === undefined).map(({ role }) => role),
      client: Object.fromEntries([...ofClients].map(([client, own]) => [client, own.map(({ role }) => role)])),
    },
  };
}
