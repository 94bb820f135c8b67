import { spawnSync } from 'node:child_process';
import { verifyPassword } from '@doorwright/api/kinds/user/passwords/passwords.ts';
import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { keycloakTable } from '@doorwright/crds/options/syncer-options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf } from '../../../bench/keycloak/realm.ts';
import { type Keycloak, startKeycloak } from '../../../harness/keycloak/distribution.ts';
import { LeftOut } from '../../../harness/runner/left-out.ts';
import { type OtherDatabase, postgresDatabase, readAll } from '../database/world.ts';

const secret = 'secret-of-the-reader';
const client = (clientId: string) => ({ clientId, secret, serviceAccountsEnabled: true, standardFlowEnabled: false });
const realm = {
  ...{ realm: 'acme', enabled: true, passwordPolicy: 'hashAlgorithm(argon2)' },
  groups: [{ name: 'staff', subGroups: [{ name: 'cooks' }] }],
  clients: [client('reader'), client('stranger')],
  users: [
    ...['nora', 'otto'].map((username) => ({
      ...{ username, email: `${username}@example.com`, emailVerified: true, firstName: username, lastName: 'Helmer' },
      ...{ enabled: username === 'nora', groups: ['/staff/cooks'] },
      credentials: [{ type: 'password', value: `password of ${username}` }],
    })),
    {
      ...{ username: 'service-account-reader', serviceAccountClientId: 'reader', enabled: true },
      clientRoles: { 'realm-management': ['view-users'] },
    },
  ],
};

let database: OtherDatabase;
let keycloak: Keycloak;
beforeAll(async () => {
  if (spawnSync('java', ['-version']).status !== 0 || spawnSync('mvn', ['-v']).status !== 0)
    throw new LeftOut('Java or Maven is missing: apt-get install default-jdk-headless maven');
  database = await postgresDatabase();
  const { host, port, user, password, database: name } = database.place;
  const url = `jdbc:postgresql://${host}:${port}/${name}`;
  const flags = ['--db', 'postgres', '--db-url', url, '--db-username', String(user)];
  keycloak = await startKeycloak(undefined, [...flags, '--db-password', String(password), '--db-pool-max-size', '5']);
  await call('POST', '', realm);
}, 900_000);
afterAll(async () => {
  await keycloak?.stop();
  await database?.stop();
});

async function call(method: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${keycloak.url}/admin/realms${path}`, {
    method,
    headers: { Authorization: `Bearer ${await tokenOf(keycloak)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Keycloak answered ${response.status}: ${await response.text()}`);
}

const byDatabase = {
  ...{ type: 'Keycloak' as const, table: keycloakTable, tablePrimaryKey: 'ID', tableColumns: [], realm: 'acme' },
} satisfies Partial<Syncer>;
const byApi = () => {
  const { hostname, port } = new URL(keycloak.url);
  const place = { host: hostname, port: Number(port), user: 'reader', password: secret, sslMode: 'disable' as const };
  return { ...byDatabase, ...place, keycloakReading: 'Admin API' as const };
};
const sorted = async (own: Parameters<typeof readAll>[1]) =>
  (await readAll(database, own)).people.toSorted((a, b) => a.label.localeCompare(b.label));

test('a real Keycloak gives the same people by its database and by its API', async () => {
  const [people, byCalls] = [await sorted(byDatabase), await sorted(byApi())];
  expect(people.map(({ digest: _, ...person }) => person)).toEqual(byCalls);
  expect(people).toMatchObject([
    { label: 'nora', fields: { email: 'nora@example.com', isForbidden: false }, groups: ['cooks'] },
    { label: 'otto', fields: { lastName: 'Helmer', isForbidden: true }, groups: ['cooks'] },
  ]);
});

test.each(['argon2', 'pbkdf2-sha512', 'pbkdf2-sha256'])('a real digest of %s verifies', async (algorithm) => {
  await call('PUT', '/acme', { passwordPolicy: `hashAlgorithm(${algorithm})` });
  const [nora] = await sorted(byDatabase);
  await call('PUT', `/acme/users/${nora?.key}/reset-password`, { type: 'password', value: `chosen for ${algorithm}` });
  const digest = (await sorted(byDatabase))[0]?.digest;
  expect(digest?.password).toMatch(algorithm === 'argon2' ? /^\$argon2id\$/ : new RegExp(`^\\$${algorithm}\\$`));
  const verify = (password: string) =>
    verifyPassword({ type: digest?.passwordType as 'pbkdf2', stored: digest?.password ?? '', password });
  expect(await verify(`chosen for ${algorithm}`)).toBe(true);
  expect(await verify('wrong')).toBe(false);
});

test.each([
  ['a wrong secret', { password: 'wrong' }, 'keycloak-client-refused', 'password'],
  ['a client without the role', { user: 'stranger' }, 'keycloak-role-missing', 'user'],
  ['an unknown realm', { realm: 'nix' }, 'keycloak-no-realm', 'realm'],
  ['a port where nobody listens', { port: 1 }, 'keycloak-unreachable', 'host'],
])('%s is told in words at its field', async (_what, own, code, field) => {
  await expect(readAll(database, { ...byApi(), ...own })).rejects.toMatchObject({ problem: { code, field } });
});
