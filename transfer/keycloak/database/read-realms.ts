import { BrokenSource } from '../../contract.ts';
import type { Row, Tables } from '../../tables/tables.ts';
import { realm as realmSchema } from '../representation.ts';
import type { RealmSource } from '../source.ts';
import { readRealmClients } from './realm-clients.ts';
import { readRealmGroups } from './realm-groups.ts';
import { readRealmPeople } from './realm-people.ts';
import { readRealmRoles } from './realm-roles.ts';
import { readRealmSettings } from './realm-settings.ts';
import { realmTables } from './realm-tables.ts';
import { textIn } from './values.ts';

/** A database of Keycloak has these, also if it is of another version. */
export async function recognizesRealms(tables: Tables): Promise<boolean> {
  const [users, roles] = [await tables.columnsOf('user_entity'), await tables.columnsOf('keycloak_role')];
  return users.has('realm_id') && roles.size > 0;
}

async function readRealm(tables: Tables, row: Row): Promise<RealmSource> {
  const id = textIn(row, 'id');
  const realm = realmTables(tables, id);
  const clientRows = await realm.of('client');
  const roles = await readRealmRoles(realm, clientRows);
  const groups = await readRealmGroups(realm, roles);
  const parts = {
    realm: textIn(row, 'name'),
    ...(await readRealmSettings(realm, row, groups)),
    ...(await readRealmClients(realm, clientRows)),
    ...{ groups: groups.groups, roles: roles.roles },
  };
  return { realm: realmSchema.parse(parts), people: () => readRealmPeople(tables, id, { groups, roles }) };
}

/** The realms of a database of Keycloak, in the shape of an export. */
export async function readRealms(tables: Tables): Promise<RealmSource[]> {
  const rows = await tables.rows('realm');
  if (rows.length === 0) throw new BrokenSource('The database has no realm of Keycloak.');
  const sources: RealmSource[] = [];
  for (const row of rows.toSorted((a, b) => (textIn(a, 'name') < textIn(b, 'name') ? -1 : 1)))
    sources.push(await readRealm(tables, row));
  return sources;
}
