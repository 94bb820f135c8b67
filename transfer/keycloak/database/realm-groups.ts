import type { Row } from '../../tables/tables.ts';
import type { GroupInput } from '../representation.ts';
import { type RealmRoles, splitRoles } from './realm-roles.ts';
import type { RealmTables } from './realm-tables.ts';
import { by, listsOf, textIn } from './values.ts';

/** The groups of a realm as a tree, and their paths by their ids. */
export interface RealmGroups {
  groups: GroupInput[];
  paths: ReadonlyMap<string, string>;
}

/** A group that Keycloak made for one of the organizations in a realm. */
const isOfOrganization = (row: Row) => textIn(row, 'type') === '1';

export async function readRealmGroups(realm: RealmTables, { byId }: RealmRoles): Promise<RealmGroups> {
  const rows = (await realm.of('keycloak_group')).filter((row) => !isOfOrganization(row));
  const attributes = await realm.below(rows, 'group_attribute', 'group_id');
  const roles = await realm.below(rows, 'group_role_mapping', 'group_id');
  // The parent of a group at the top is a space.
  const children = by(
    rows.map((row) => ({ ...row, parent_group: textIn(row, 'parent_group').trim() })),
    'parent_group',
  );
  const paths = new Map<string, string>();
  function below(parent: string, start: string): GroupInput[] {
    return (children.get(parent) ?? []).map((row) => {
      const [id, name] = [textIn(row, 'id'), textIn(row, 'name')];
      const path = `${start}/${name}`;
      paths.set(id, path);
      const own = splitRoles((roles.get(id) ?? []).flatMap((each) => byId.get(textIn(each, 'role_id')) ?? []));
      const group = { name, attributes: listsOf(attributes.get(id)), realmRoles: own.realm, clientRoles: own.client };
      return { ...group, subGroups: below(id, path) };
    });
  }
  return { groups: below('', ''), paths };
}
