import type { Row, Tables } from '../../tables/tables.ts';
import { type Person, person } from '../representation.ts';
import type { RealmGroups } from './realm-groups.ts';
import { type RealmRoles, splitRoles } from './realm-roles.ts';
import { type RealmTables, realmTables } from './realm-tables.ts';
import { isOn, listsOf, numberIn, textIn } from './values.ts';

interface Names {
  groups: RealmGroups;
  roles: RealmRoles;
}

const idOf = (row: Row) => textIn(row, 'id');

/** What belongs to the people of one page, by their ids. */
async function belongings(realm: RealmTables, rows: readonly Row[]) {
  const of = (table: string) => realm.below(rows, table, 'user_id');
  return {
    attributes: await of('user_attribute'),
    credentials: await of('credential'),
    memberships: await of('user_group_membership'),
    roles: await of('user_role_mapping'),
    actions: await of('user_required_action'),
    links: await of('federated_identity'),
  };
}

const credentialOf = (row: Row) => ({
  ...{ type: textIn(row, 'type'), userLabel: textIn(row, 'user_label'), priority: numberIn(row, 'priority') },
  ...{ secretData: textIn(row, 'secret_data'), credentialData: textIn(row, 'credential_data') },
});

const linkOf = (row: Row) => ({
  identityProvider: textIn(row, 'identity_provider'),
  ...{ userId: textIn(row, 'federated_user_id'), userName: textIn(row, 'federated_username') },
});

/** The people of a realm, one page of rows at a time. */
export async function* readRealmPeople(tables: Tables, id: string, { groups, roles }: Names): AsyncIterable<Person> {
  const realm = realmTables(tables, id);
  for await (const rows of tables.pages('user_entity', ['id'], { column: 'realm_id', isOneOf: [id] })) {
    const own = await belongings(realm, rows);
    for (const row of rows) {
      const key = idOf(row);
      const split = splitRoles(
        (own.roles.get(key) ?? []).flatMap((each) => roles.byId.get(textIn(each, 'role_id')) ?? []),
      );
      yield person.parse({
        ...{ id: key, username: textIn(row, 'username'), email: textIn(row, 'email') },
        ...{ emailVerified: isOn(row, 'email_verified'), enabled: isOn(row, 'enabled') },
        ...{ firstName: textIn(row, 'first_name'), lastName: textIn(row, 'last_name') },
        createdTimestamp: numberIn(row, 'created_timestamp'),
        serviceAccountClientId: textIn(row, 'service_account_client_link'),
        federationLink: textIn(row, 'federation_link'),
        attributes: listsOf(own.attributes.get(key)),
        requiredActions: (own.actions.get(key) ?? []).map((each) => textIn(each, 'required_action')),
        credentials: (own.credentials.get(key) ?? []).map(credentialOf),
        federatedIdentities: (own.links.get(key) ?? []).map(linkOf),
        groups: (own.memberships.get(key) ?? []).flatMap((each) => groups.paths.get(textIn(each, 'group_id')) ?? []),
        ...{ realmRoles: split.realm, clientRoles: split.client },
      });
    }
  }
}
