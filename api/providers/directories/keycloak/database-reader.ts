import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { keycloakColumns, keycloakTable } from '@doorwright/crds/options/syncer-options.ts';
import { keycloakDigest } from '@doorwright/crds/values/keycloak-digest.ts';
import type { SqlSession } from '../../../core/sql-reader/open-sql.ts';
import { type Person, type PersonDigest, type Reader, SourceError } from '../contract.ts';
import { connectTo, inWordsOf } from '../database/connect.ts';
import { columnsOf, mapRow } from '../database/mapping.ts';
import type { ReaderDeps } from '../database/reader.ts';
import { checkColumns, type TableRow, tablePeople } from '../database/table-people.ts';
import { groupsOf } from './groups.ts';

const most = { groups: 20_000, credentials: 20_000, memberships: 100_000, realms: 1000 };

/** The people of a Keycloak by its database, with the digests of their passwords. */
export async function openKeycloakDatabase(syncer: Syncer, deps: ReaderDeps): Promise<Reader> {
  // Keycloak makes its tables without quotes. Postgres then has them in lower case, and the others in upper case.
  const spelt = (name: string) => (syncer.databaseType === 'postgres' ? name.toLowerCase() : name.toUpperCase());
  const spelling = (names: readonly string[]) => names.map(spelt);
  const preset = syncer.tableColumns.length > 0 ? syncer.tableColumns : keycloakColumns;
  const tableColumns = preset.map((column) => ({ ...column, name: spelt(column.name) }));
  const rules = { tableColumns, avatarBaseUrl: syncer.avatarBaseUrl, passwordType: deps.passwordType };
  const serviceAccount = spelt('service_account_client_link');
  const inWords = inWordsOf(syncer);
  const session = await connectTo(syncer, deps);

  const rowsWhere = (table: string, columns: string[], column: string, isOneOf: readonly string[], rows: number) =>
    session.rows({
      ...{ table: spelt(table), columns: spelling(columns), rows },
      where: { column: spelt(column), isOneOf },
    });

  async function start(opened: SqlSession) {
    const realmId = syncer.realm
      ? (await rowsWhere('realm', ['id', 'name'], 'name', [syncer.realm], most.realms))[0]?.[0]
      : undefined;
    if (syncer.realm && !realmId)
      throw new SourceError({ code: 'keycloak-no-realm', params: { realm: syncer.realm }, field: 'realm' });
    const source = {
      ...{ table: spelt(keycloakTable), key: spelt('id') },
      columns: [...new Set([...columnsOf(tableColumns), serviceAccount])],
      where: realmId ? { column: spelt('realm_id'), is: realmId } : undefined,
    };
    await checkColumns(opened, source);
    const rows = realmId
      ? await rowsWhere('keycloak_group', ['id', 'name', 'parent_group'], 'realm_id', [realmId], most.groups)
      : await opened.rows({
          ...{ table: spelt('keycloak_group'), columns: spelling(['id', 'name', 'parent_group']), rows: most.groups },
        });
    return {
      source,
      groups: groupsOf(rows.map(([id, name, parent]) => ({ id: id ?? '', name: name ?? '', parent: parent ?? '' }))),
    };
  }
  const { source, groups } = await start(session).catch(async (error) => {
    await session.close();
    return inWords(error);
  });

  async function digestsOf(keys: readonly string[]): Promise<Map<string, PersonDigest>> {
    const columns = ['user_id', 'type', 'secret_data', 'credential_data'];
    const rows = await rowsWhere('credential', columns, 'user_id', keys, most.credentials);
    const found = rows
      .filter(([, type]) => type === 'password')
      .map(([user, , secret, data]) => [user ?? '', keycloakDigest(secret ?? '', data ?? '')] as const);
    return new Map(found.filter((pair): pair is [string, PersonDigest] => pair[1] !== undefined));
  }

  async function membershipsOf(keys: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await rowsWhere('user_group_membership', ['user_id', 'group_id'], 'user_id', keys, most.memberships);
    const members = new Map<string, string[]>();
    for (const [user, group] of rows) {
      const name = groups.get(group ?? '')?.name;
      if (user && name) members.set(user, [...(members.get(user) ?? []), name]);
    }
    return members;
  }

  async function toPeople(rows: readonly TableRow[]): Promise<Person[]> {
    // Service accounts are programs.
    const people = rows.filter(({ values }) => !values.get(serviceAccount));
    const keys = people.map(({ key }) => key);
    if (keys.length === 0) return [];
    const digests = await digestsOf(keys);
    const members = await membershipsOf(keys);
    return people.map(({ key, values }) => {
      const { fields, problem } = mapRow(values, rules);
      const name = String(fields.name || key);
      const digest = digests.get(key);
      const { isForbidden, ...others } = fields;
      return {
        ...{ key, label: name.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200) },
        // The column ENABLED fills the field.
        fields: problem ? {} : { ...others, name, ...('isForbidden' in fields && { isForbidden: !isForbidden }) },
        groups: members.get(key) ?? [],
        ...(digest && !problem && { digest }),
        ...(problem && { problem }),
      };
    });
  }

  return {
    groups: async () => [...groups.values()],
    async *people(reading) {
      try {
        yield* tablePeople(session, source, reading, toPeople);
      } catch (error) {
        inWords(error);
      }
    },
    position: async () => undefined,
    close: () => session.close(),
  };
}
