import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SDK } from 'casdoor-nodejs-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { rowCounts } from '../../declared/import/world.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import {
  type CasdoorData,
  casdoorWorld,
  fillCasdoor,
  password,
  plainPassword,
  recoveryCode,
  totpSecret,
} from '../casdoor/world.ts';
import { databases, type ReadDatabase } from '../databases.ts';
import { commandFor, countsIn, signsIn } from './world.ts';

let app: TestApp;
let casdoor: ReadDatabase;
let world: CasdoorData;
let command: ReturnType<typeof commandFor>;
beforeAll(async () => {
  const [postgres] = databases;
  [app, casdoor, world] = await Promise.all([
    startApp(),
    (postgres as (typeof databases)[number]).start(),
    casdoorWorld(),
  ]);
  await fillCasdoor(casdoor, world, { dialect: 'postgres' });
  command = commandFor(app.url);
}, 120_000);
afterAll(async () => {
  command?.stop();
  await app?.stop();
  await casdoor?.stop();
});

const shop = { application: 'shop', organization: 'acme' };
const browser = () => app.client();
const callback = 'http://localhost:9000/callback';

test('S65 a plan tells what would be added and what cannot be taken, and writes nothing', async () => {
  const before = await rowCounts(app);
  const said = await command.run('import', '--from', casdoor.url, '--plan');
  expect(said).toMatchObject({ code: 2, stdout: expect.stringContaining('nothing is changed') });
  expect(countsIn(said)).toMatchObject({ organization: [2, 0, 0, 0], application: [2, 0, 0, 0], user: [9, 0, 0, 0] });
  expect(said.stderr).toContain('user "acme/frank"');
  expect(said.stderr).toContain('built-in');
  expect(await rowCounts(app)).toEqual(before);
});

test('an import takes everything that the plan promised, and a second one finds it all there', async () => {
  const plan = await command.run('import', '--from', casdoor.url, '--plan');
  const said = await command.run('import', '--from', casdoor.url, '--write', join(command.folder, 'declared'));
  expect(countsIn(said)).toEqual(countsIn(plan));
  const again = await command.run('import', '--from', casdoor.url);
  for (const [added, , kept, refused] of Object.values(countsIn(again)))
    expect([added, kept, refused]).toEqual([0, 0, 0]);
});

test('the configuration is there as custom resources, which only observe', async () => {
  const text = readFileSync(join(command.folder, 'declared', 'acme.yaml'), 'utf8');
  const resources = parseAllDocuments(text).map((each) => each.toJS());
  expect(resources.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Organization', 'Application', 'Provider', 'Cert']),
  );
  for (const { spec } of resources) expect(spec.managementPolicy).toBe('Observe');
  expect(text).not.toContain('github-secret');
  const planned = await command.run('plan', '-f', join(command.folder, 'declared', 'acme.yaml'));
  expect(planned.stdout).not.toMatch(/would be refused|is created/);
});

test("the application goes on with Casdoor's library, its id, its secret and the certificate that it knows", async () => {
  const [{ clientId, clientSecret }] = (world.applications ?? []).filter(({ name }) => name === 'shop') as [
    { clientId: string; clientSecret: string },
  ];
  const { certificate } = (world.certs ?? []).find(({ name }) => name === 'cert-built-in') as { certificate: string };
  const sdk = new SDK({
    ...{ endpoint: app.url, clientId, clientSecret, certificate, orgName: 'acme', appName: 'shop' },
  });
  const asked = { clientId, responseType: 'code', redirectUri: callback, scope: 'profile', state: 'any' };
  const { data: code, status, msg } = await signsIn(browser(), { ...shop, username: 'alice', password }, asked);
  expect(status, msg).toBe('ok');
  const { access_token } = (await sdk.getAuthToken(code)) as { access_token: string };
  // The library verifies the signature with the certificate of before.
  expect(sdk.parseJwtToken(access_token)).toMatchObject({ owner: 'acme', name: 'alice', id: 'id-of-acme-alice' });
  const { data } = (await sdk.getUsers()) as unknown as { data: { data: { name: string }[] } };
  expect(data.data.map(({ name }) => name)).toContain('bob');
});

test('people sign in with their old passwords, one-time codes and recovery codes', async () => {
  expect((await signsIn(browser(), { ...shop, username: 'alice', password })).status).toBe('ok');
  expect((await signsIn(browser(), { ...shop, username: 'alice', password: 'wrong' })).code).toBe('sign-in-failed');
  // Her company asked for a second factor before, so she is asked to set one up.
  const heidi = { application: 'portal', organization: 'globex', username: 'heidi', password };
  expect((await signsIn(browser(), heidi)).code).toMatch(/^factor-/);
  const bob = { ...shop, username: 'bob', password: plainPassword };
  for (const proof of [
    { factorCode: oneTimeCode(fromBase32(totpSecret), new Date()) },
    { factor: 'recovery', factorCode: recoveryCode },
  ]) {
    const client = browser();
    expect((await signsIn(client, bob)).code).toBe('factor-required');
    expect((await client.post('login', { type: 'login', ...shop, ...proof })).body).toMatchObject({ status: 'ok' });
  }
});
