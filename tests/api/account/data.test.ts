import { placesOfOwner } from '@doorwright/api/features/account/privacy/data-of-user.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieName } from '../../harness/cookies.ts';
import { registry } from '../../harness/database/template.ts';
import { add, password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../../protocol/world.ts';

const master = 'master of the keys';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
  await add(world.root, 'user', { owner: 'acme', name: 'bob', displayName: 'Bob Secretive', password });
}, 120_000);
afterAll(() => world?.app.stop());

const signedIn = (name = 'alice', word = password) => world.app.signedIn('acme', name, word);

test('a user gets a file with their account and everything that belongs to it, and nothing of others', async () => {
  const application = await world.application('app-data', { enableSigninSession: true });
  await tokensFor(world, application, { scope: 'openid offline_access' });
  await signedIn('bob');
  const answer = await (await signedIn()).get('get-account-data');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="account-[\d-]{10}\.json"$/);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const data = answer.body as unknown as Record<string, Record<string, unknown>[]>;
  expect(data).toMatchObject({
    organization: { name: 'acme', displayName: 'Acme' },
    user: { name: 'alice', email: 'alice@acme.example' },
  });
  expect(data.session?.length).toBeGreaterThan(1);
  expect(data.token?.[0]).toMatchObject({ application: 'app-data', user: 'alice' });
  expect(data.record?.map(({ action }) => action)).toContain('login');
  expect(answer.text).not.toContain('bob');
  expect(answer.text).not.toContain('Bob Secretive');
});

test('S12 the file has no secret of the account, its sessions or its tokens', async () => {
  const application = await world.application('app-secretive', { enableSigninSession: true });
  const { tokens } = await tokensFor(world, application, { scope: 'openid offline_access' });
  const alice = await signedIn();
  const { text } = await alice.get('get-account-data');
  const { db, store } = world.app;
  const [user] = await db(store('user').table).where({ owner: 'acme', name: 'alice' });
  const sessions = await db(store('session').table).where({ owner: 'acme', user: 'alice' }).pluck('id');
  const cookie = alice.cookies.get(cookieName(alice.url, 'session')) ?? '';
  expect(cookie).toMatch(/./);
  const secrets = [tokens.access_token, tokens.refresh_token, user.password, ...sessions, cookie];
  for (const secret of secrets) expect(text).not.toContain(String(secret));
});

test('every kind whose objects belong to a user is in the file, or lives for minutes only', () => {
  const kinds = new Set(placesOfOwner({ registry }).map(({ kind }) => kind.name));
  for (const kind of ['session', 'token', 'factor', 'trusted-device', 'resource', 'payment', 'subscription', 'record'])
    expect(kinds, kind).toContain(kind);
  for (const kind of ['sign-in-attempt', 'verification-code']) expect(kinds, kind).not.toContain(kind);
});

test('a copy leaves a record, and few copies are given in a short time', async () => {
  const bob = await signedIn('bob');
  for (let copy = 0; copy < 20; copy++) expect((await bob.get('get-account-data')).status).toBe(200);
  expect(await bob.get('get-account-data')).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
  const records = await world.app.db('records').where({ owner: 'acme', user: 'bob', action: 'get-account-data' });
  expect(records).toHaveLength(20);
});

test('S17 support with the master password gets no copy, and neither does an application with a token', async () => {
  await world.root.post('update-organization', { masterPassword: master }, { query: { id: 'admin/acme' } });
  const support = await signedIn('alice', master);
  expect((await support.get('get-account-data')).body).toMatchObject({ code: 'impersonated' });
  const application = await world.application('app-curious', { apiAccess: 'administrator' });
  const { tokens } = await tokensFor(world, application, { scope: 'openid read' });
  const bearing = world.app.client({ Authorization: `Bearer ${tokens.access_token}` });
  expect((await bearing.get('get-account-data')).body).toMatchObject({ code: 'sign-in-first' });
  expect((await world.app.anonymous.get('get-account-data')).body).toMatchObject({ code: 'sign-in-first' });
});
