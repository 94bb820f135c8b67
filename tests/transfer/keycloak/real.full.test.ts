import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from '@doorwright/api/kinds/user/passwords/passwords.ts';
import { isPiece } from '@doorwright/transfer/export/contract.ts';
import { toKeycloakRealm } from '@doorwright/transfer/export/to-keycloak-realm.ts';
import { openTables } from '@doorwright/transfer/tables/open-tables.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OtherDatabase, postgresDatabase } from '../../api/directories/database/world.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type Keycloak, runKeycloak, startKeycloak } from '../../harness/keycloak/distribution.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { LeftOut } from '../../harness/runner/left-out.ts';
import { actsForItself, appCode, signsInWithOpenid, signsInWithSaml } from '../moving/programs.ts';
import { commandFor, countsIn, signsIn } from '../moving/world.ts';
import { makeRealm, people, secrets } from './real-realm.ts';
import { type Found, problemsOf, readPlace } from './realm.ts';

let database: OtherDatabase;
/** The database of another Keycloak, which has nothing yet. */
let fresh: OtherDatabase;
let folder: string;
let keycloak: Keycloak | undefined;
/** What Keycloak itself says of its keys, and of a sign-in. */
let told: { kids: string[]; certificate: string; signIn: number };
const found = {} as Record<'database' | 'folder' | 'file', Found>;

/** Signs in with the password, and with a code of the app if there is one. */
async function signIn(running: Keycloak, realm: string, form: Record<string, string>): Promise<number> {
  const response = await fetch(`${running.url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...form }),
  });
  return response.status;
}

/** The code that the app of a user shows, from the secret that was read. */
const codeOf = (from: Found, name: string) => {
  const totp = from.of('user').find(({ fields }) => fields.name === name)?.totp ?? '';
  return oneTimeCode(fromBase32(totp), new Date());
};

/** The certificate that service providers of SAML copied from the realm. */
async function samlCertificate({ url }: Keycloak): Promise<string> {
  const descriptor = await (await fetch(`${url}/realms/acme/protocol/saml/descriptor`)).text();
  return /<(?:ds:)?X509Certificate>([^<]+)/.exec(descriptor)?.[1] ?? '';
}

const addressOf = ({ place: { host, port, database: name } }: OtherDatabase) => `${host}:${port}/${name}`;
const urlOf = (own: OtherDatabase) => `postgres://${own.place.user}:${own.place.password}@${addressOf(own)}`;

/** How Keycloak is told of a database. */
const flagsOf = (own: OtherDatabase) => [
  ...['--db', 'postgres', '--db-url', `jdbc:postgresql://${addressOf(own)}`, '--db-pool-max-size', '5'],
  ...['--db-username', String(own.place.user), '--db-password', String(own.place.password)],
];

/** The form of `--file`. Keycloak itself writes it in one transaction, and gives up at 10,000 people. */
function inOneFile(from: string): string {
  const read = (file: string) => JSON.parse(readFileSync(join(from, file), 'utf8'));
  const files = readdirSync(from).filter((file) => file.startsWith('acme-users-'));
  return JSON.stringify({ ...read('acme-realm.json'), users: files.flatMap((file) => read(file).users) });
}

async function readDatabase(own: OtherDatabase): Promise<Found> {
  const tables = await openTables(urlOf(own));
  try {
    return await readPlace({ type: 'database', tables });
  } finally {
    await tables.close();
  }
}

beforeAll(async () => {
  if (spawnSync('java', ['-version']).status !== 0 || spawnSync('mvn', ['-v']).status !== 0)
    throw new LeftOut('Java or Maven is missing: apt-get install default-jdk-headless maven');
  database = await postgresDatabase();
  fresh = await postgresDatabase();
  folder = mkdtempSync(join(tmpdir(), 'doorwright-keycloak-'));

  keycloak = await startKeycloak(undefined, flagsOf(database));
  await makeRealm(keycloak);
  const certs = await fetch(`${keycloak.url}/realms/acme/protocol/openid-connect/certs`);
  const { keys } = (await certs.json()) as { keys: { kid: string; use: string }[] };
  found.database = await readDatabase(database);
  const nora = { username: 'nora', password: secrets.ofNora, totp: codeOf(found.database, 'nora') };
  told = {
    certificate: await samlCertificate(keycloak),
    kids: keys.filter(({ use }) => use === 'sig').map(({ kid }) => kid),
    signIn: await signIn(keycloak, 'acme', nora),
  };
  await keycloak.stop();

  const many = ['--realm', 'acme', '--users', 'different_files', '--users-per-file', '1000'];
  await runKeycloak('export', [...flagsOf(database), '--dir', folder, ...many]);
  writeFileSync(join(folder, 'whole.json'), inOneFile(folder));
  found.folder = await readPlace({ type: 'folder', path: folder });
  found.file = await readPlace({ type: 'file', path: join(folder, 'whole.json') });
}, 1_800_000);
afterAll(async () => {
  await keycloak?.stop();
  await database?.stop();
  await fresh?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const inOrder = ({ items }: Found) => items.map((item) => JSON.stringify(item)).sort();

test('a real export and the real database give the same objects and the same losses', () => {
  expect(inOrder(found.folder)).toEqual(inOrder(found.database));
  expect(inOrder(found.file)).toEqual(inOrder(found.database));
  expect(found.database.of('user')).toHaveLength(people + 1);
});

test('every object has the form that the server takes', () => {
  expect(found.database.objects.flatMap(problemsOf)).toEqual([]);
});

test('the keys have the ids that Keycloak gives them', () => {
  const [cert] = found.database.of('cert');
  expect(cert?.formerKeys?.map(({ kid }) => kid)).toEqual(told.kids);
  expect(found.database.of('organization')[0]?.samlKey?.privateKey).toContain('BEGIN PRIVATE KEY');
});

test('the secret of an app is the one that Keycloak accepts codes of', () => {
  expect(told.signIn).toBe(200);
});

test('secrets come as they are, and digests verify the old passwords', async () => {
  const application = found.database.fields('application', '"shop"');
  expect(application).toMatchObject({ clientId: 'shop', clientSecret: secrets.shop });
  expect(found.database.fields('provider', '"google"').clientSecret).toBe(secrets.google);
  expect(found.database.fields('provider', '"mail.example"').clientSecret).toBe(secrets.mail);
  const digestOf = (name: string) => found.database.of('user').find(({ fields }) => fields.name === name)?.digest;
  for (const [name, password] of [
    ['nora', secrets.ofNora],
    ['n17', secrets.password],
  ] as const) {
    const { passwordType, password: stored = '' } = digestOf(name) ?? {};
    expect(await verifyPassword({ type: passwordType as 'argon2id', stored, password })).toBe(true);
    expect(await verifyPassword({ type: passwordType as 'argon2id', stored, password: 'wrong' })).toBe(false);
  }
});

test('a user comes with their subject, groups, roles, codes and links', () => {
  const nora = found.database.of('user').find(({ fields }) => fields.name === 'nora');
  expect(nora).toMatchObject({
    fields: {
      createdTime: '2023-11-14T22:13:20.000Z',
      phone: '491701234567',
      language: 'de',
      google: '1234',
      properties: { hats: 'red' },
    },
    ...{ groups: ['south-cooks'], roles: ['chef', 'shop_sell'] },
    recoveryDigests: [expect.any(String), expect.any(String)],
  });
  expect(found.database.lost('user "nora"')).toEqual(['one-time password "Tablet"', 'attribute hats: 1 more']);
});

describe('the realm moves in by one command, from its database', () => {
  let app: TestApp;
  let command: ReturnType<typeof commandFor>;
  beforeAll(async () => {
    app = await startApp();
    command = commandFor(app.url);
    const began = performance.now();
    const said = await command.run('import', '--from', urlOf(database));
    console.log(`${people} people in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    expect(countsIn(said).user).toEqual([people + 1, 0, 0, 0]);
  }, 600_000);
  afterAll(async () => {
    command?.stop();
    await app?.stop();
  });

  const nora = { organization: 'acme', username: 'nora', password: secrets.ofNora };
  const byCode = (code = '') => ({ factor: 'recovery', factorCode: code });

  test('applications go on with their ids and secrets, and people with their subjects, passwords and codes', async () => {
    const web = { clientId: 'web', secret: secrets.shop, callback: 'https://app.example/callback' };
    const subject = found.database.of('user').find(({ fields }) => fields.name === 'nora')?.fields.id;
    const info = await signsInWithOpenid(app, web, { ...nora, proof: appCode(secrets.totp) });
    expect(info).toMatchObject({ sub: subject, email: 'nora@example.com' });
    expect(await actsForItself(app, { clientId: 'shop', secret: secrets.shop })).toHaveProperty('access_token');
    const form = { application: 'acme-web', organization: 'acme', username: 'n17', password: secrets.password };
    expect((await signsIn(app.client(), form)).status).toBe('ok');
  });

  test('a service provider of SAML goes on with the certificate that it copied from the realm', async () => {
    const root = await app.admin();
    const { data } = (await root.get('get-organization-applications', { organization: 'acme' })).body;
    const named = data as { name: string; samlServiceProviders: { entityId: string }[] }[];
    const entityId = 'https://wiki.example/saml';
    const wiki = named.find(({ samlServiceProviders: [first] }) => first?.entityId === entityId);
    const provider = { application: wiki?.name ?? '', entityId, acs: 'https://wiki.example/acs/post' };
    const person = { ...nora, proof: byCode(secrets.recovery[0]) };
    const profile = await signsInWithSaml(app, { ...provider, certificate: told.certificate }, person);
    expect(profile).toMatchObject({ nameID: 'nora@example.com' });
  });

  test('a second run finds everything there', async () => {
    const again = await command.run('import', '--from', urlOf(database));
    expect(countsIn(again).user).toEqual([0, people + 1, 0, 0]);
  });
});

test('the realm that is written is imported by Keycloak, and people sign in there with their passwords', async () => {
  const out = join(folder, 'out');
  mkdirSync(out);
  async function* users() {
    for (const { fields, digest, totp, groups = [], roles = [] } of found.database.of('user'))
      yield {
        ...{ fields, groups, roles, stays: [], ...(totp && { totp }) },
        ...(digest && { digest: { ...digest, passwordSalt: digest.passwordSalt ?? '' } }),
      };
  }
  for await (const each of toKeycloakRealm(users(), { name: 'way-out', phonePrefix: '' }, { usersPerFile: 500 }))
    if (isPiece(each)) appendFileSync(join(out, each.file), each.text);
  await runKeycloak('import', [...flagsOf(fresh), '--dir', out]);
  keycloak = await startKeycloak(undefined, flagsOf(fresh));
  const running = keycloak;
  const to = (form: Record<string, string>) => signIn(running, 'way-out', form);
  expect(await to({ username: 'n17', password: secrets.password })).toBe(200);
  expect(await to({ username: 'n17', password: 'wrong' })).toBe(401);
  const nora = { username: 'nora', password: secrets.ofNora };
  expect(await to({ ...nora, totp: codeOf(found.database, 'nora') })).toBe(200);
  expect(await to(nora)).toBe(401);
  const again = await readDatabase(fresh);
  const subjects = (from: Found) =>
    from
      .of('user')
      .map(({ fields }) => fields.id)
      .sort();
  expect(subjects(again)).toEqual(subjects(found.database));
}, 900_000);
