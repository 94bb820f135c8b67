import { randomUUID } from 'node:crypto';
import type { Route } from '@doorwright/api/http/route.ts';
import { type ApiAccess, apiAccesses } from '@doorwright/crds/options/api-access.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessClients } from '../../harness/access-clients.ts';
import type { TestApp } from '../../harness/app.ts';
import type { Answered, Client } from '../../harness/client.ts';
import { add, password, startTenants } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let clients: Record<ApiAccess, Awaited<ReturnType<typeof accessClients>>>;
beforeAll(async () => {
  ({ app, root } = await startTenants());
  await add(root, 'user', added('bob'));
  const made = await Promise.all(
    apiAccesses.map(async (apiAccess) => [apiAccess, await accessClients(app, root, { apiAccess })] as const),
  );
  clients = Object.fromEntries(made) as typeof clients;
});
afterAll(() => app.stop());

const added = (name: string, isAdmin = false) => ({ owner: 'acme', name, displayName: name, password, isAdmin });
const setting = { userOwner: 'acme', userName: 'bob', newPassword: 'taken-over-by-a-program' };
const change = (client: Client, name: string, fields: object) =>
  client.post('update-user', fields, { query: { id: `acme/${name}` } });

/** Calls of programs, from the least access to the most. */
const wishes = {
  'read the own account': (client) => client.get('get-account'),
  'change the own account': (client) => change(client, 'adam', { title: randomUUID() }),
  'list users': (client) => client.get('get-users', { owner: 'acme' }),
  'count users': (client) => client.get('get-user-count', { owner: 'acme' }),
  'change another user': (client) => change(client, 'bob', { title: randomUUID() }),
  'add an administrator': (client) => client.post('add-user', added(randomUUID(), true)),
  'set a password': (client) => client.post('set-password', setting),
  'list roles': (client) => client.get('get-roles', { owner: 'acme' }),
  'widen an application': (client) =>
    client.post('update-application', { apiAccess: 'administrator' }, { query: { id: 'admin/app-acme' } }),
  'ask about permissions': (client) =>
    client.post('enforce', ['acme/bob', 'shop', 'read'], { query: { owner: 'acme' } }),
} satisfies Record<string, (client: Client) => Promise<Answered>>;

const granted = async (client: Client) => {
  const found: string[] = [];
  for (const [name, wish] of Object.entries(wishes)) if ((await wish(client)).body.status === 'ok') found.push(name);
  return found;
};
const all = Object.keys(wishes);
const [account, changed] = all;
const users = ['list users', 'count users'];

describe('17.3 an application does what its setting says', () => {
  test.each([
    ['read-account', []],
    ['account', []],
    ['read-users', users],
    ['administrator', all.filter((wish) => wish !== account)],
  ] as const)('by its secret, with %s', async (access, expected) => {
    expect(await granted(clients[access].secret)).toEqual(expected);
    expect(await granted(clients[access].ownToken)).toEqual(expected);
  });

  test.each([
    ['read-account', [account]],
    ['account', [account, changed]],
    ['read-users', [account, changed, ...users]],
    ['administrator', all],
  ] as const)('by the token of an administrator, with %s', async (access, expected) => {
    expect(await granted(clients[access].adminsToken)).toEqual(expected);
  });

  test.each(apiAccesses)('by the token of a user, who administers nothing, with %s', async (access) => {
    const { body } = await clients[access].usersToken.get('get-account');
    expect(body.data.name).toBe('alice');
    expect(await granted(clients[access].usersToken)).toEqual([account]);
    const own = await change(clients[access].usersToken, 'alice', { title: randomUUID() });
    expect(own.body.status).toBe(access === 'read-account' ? 'error' : 'ok');
  });

  test.each(apiAccesses)('with %s, a token for OpenID scopes alone reads the account only', async (access) => {
    expect(await granted(clients[access].openidToken)).toEqual([account]);
    const { body } = await wishes['add an administrator'](clients[access].openidToken);
    expect(body).toMatchObject({ status: 'error', code: 'scope-too-narrow' });
  });
});

test('17.3 with the least access, only the routes of the own account do more for an application than for a stranger', async () => {
  const own = ['/api/get-account', '/api/get-user'];
  const { secret, adminsToken } = clients['read-account'];
  for (const { method, permission, ...route } of app.routes) {
    const path = [route.path, ...(route.segments ?? [])].join('/') as Route['path'];
    const call = (client: Client) => (method === 'GET' ? client.get(path) : client.post(path, {}));
    if (permission !== 'anyone') {
      expect((await call(secret)).body, `${method} ${path}`).toMatchObject({ code: 'api-access-too-narrow' });
      if (!own.includes(path))
        expect((await call(adminsToken)).body, `${method} ${path}`).toMatchObject({ code: 'api-access-too-narrow' });
    } else if (method === 'POST') {
      expect((await call(adminsToken)).body, `${method} ${path}`).toMatchObject({ code: 'api-access-too-narrow' });
    }
  }
});

test('17.3 with the least access, an application sees of others what a stranger sees', async () => {
  const { secret, usersToken } = clients['read-account'];
  for (const [call, id] of [
    ['get-user', 'acme/adam'],
    ['get-organization', 'admin/acme'],
    ['get-application', 'admin/app-read-account'],
  ] as const) {
    const seen = (await app.anonymous.get(call, { id })).body;
    for (const client of [secret, usersToken]) expect((await client.get(call, { id })).body).toEqual(seen);
  }
  const own = (await usersToken.get('get-user', { id: 'acme/alice' })).body;
  expect(own.data).toMatchObject({ name: 'alice' });
  const theirs = await app.store('user').find(app.db, 'acme', 'adam');
  for (const isProfilePublic of [true, false]) {
    await root.post('update-organization', { isProfilePublic }, { query: { id: 'admin/acme' } });
    const find = async (userId: unknown) =>
      (await usersToken.get('get-user', { owner: 'acme', userId: String(userId) })).body.code ?? 'ok';
    expect([await find(own.data.id), await find(theirs?.id)]).toEqual(['ok', isProfilePublic ? 'ok' : 'not-found']);
  }
});

test('17.3 a refusal gives the reason in the caller’s language and leaves a record', async () => {
  const { secret, adminsToken } = clients['read-account'];
  const german = { headers: { 'Accept-Language': 'de' } };
  const { body } = await secret.get('get-users', { owner: 'acme' }, german);
  expect(body.msg).toBe('Die Anwendung darf dies nicht: Ihre Einstellung API-Zugriff umfasst es nicht');
  await adminsToken.post('set-password', setting);
  const { data } = (await root.get('get-records', { field: 'organization', value: 'acme', pageSize: 1000 })).body;
  for (const told of [
    { action: 'get-users', user: 'app/app-read-account' },
    { action: 'set-password', user: 'adam' },
  ])
    expect(data).toContainEqual(
      expect.objectContaining({ ...told, outcome: 'refused', reason: 'api-access-too-narrow' }),
    );
});

test('17.3 an application that a program adds without the field has the access of Casdoor 2022', async () => {
  const { body } = await root.post('add-application', { name: 'of-before', organization: 'acme' });
  expect(body.data2).toMatchObject({ apiAccess: 'administrator' });
});

test('17.3 the platform’s own application has the least access, so that no secret administers the platform from the start', async () => {
  const { data } = (await root.get('get-application', { id: 'admin/app-built-in' })).body;
  expect(data).toMatchObject({ apiAccess: 'read-account' });
});
