import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { cookieName } from '../../harness/cookies.ts';
import { add, password, startTenants } from '../../harness/world.ts';

let world: Awaited<ReturnType<typeof startTenants>>;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world.app.stop());

async function signedIn(): Promise<{ name: string; client: Client }> {
  const name = `user-${randomUUID()}`;
  await add(world.root, 'user', { owner: 'acme', name, displayName: 'Somebody', password });
  const client = world.app.client();
  const form = { type: 'login', application: 'app-acme', organization: 'acme', username: name, password };
  expect((await client.post('login', form)).body).toMatchObject({ status: 'ok' });
  return { name, client };
}

const list = async (client: Client, query: Record<string, string | number> = {}) =>
  (await client.get('get-live-sessions', query)).body;

test('administrators see each session with its browser, its address and the visited applications', async () => {
  const { name } = await signedIn();
  for (const client of [world.acme.admin, world.acme.application, world.root]) {
    const { data, data2 } = await list(client, { field: 'user', value: name, p: 1, pageSize: 10 });
    expect(data2).toBe(1);
    expect(data[0]).toMatchObject({ owner: 'acme', user: name, applications: ['app-acme'], isThis: false });
    expect(data[0].lastSeenTime).toMatch(/Z$/);
  }
});

test('the session of the request is marked, and the list has an order, pages and times', async () => {
  await signedIn();
  const { data, data2 } = await list(world.acme.admin, { pageSize: 100, p: 1, sortField: 'user', sortOrder: 'ascend' });
  expect(data2).toBe(data.length);
  const own = data.filter(({ isThis }: { isThis: boolean }) => isThis);
  expect(own).toMatchObject([{ user: 'adam' }]);
  const users = data.map(({ user }: { user: string }) => user);
  expect(users).toEqual([...users].sort());
  expect((await list(world.acme.admin, { pageSize: 1, p: 1 })).data).toHaveLength(1);
  expect(await list(world.acme.admin, { createdTo: '2020-01-01T00:00:00Z' })).toMatchObject({ data: [], data2: 0 });
  expect(await list(world.acme.admin, { field: 'id', value: 'a' })).toMatchObject({ code: 'unknown-column' });
});

test('a session in the list can be ended by its id', async () => {
  const { name, client } = await signedIn();
  const [{ owner, application, id }] = (await list(world.acme.admin, { field: 'user', value: name })).data;
  const ended = await world.acme.admin.post('delete-session', { owner, name, application, sessionId: [id] });
  expect(ended.body.status).toBe('ok');
  expect((await client.get('get-account')).body.status).toBe('error');
  expect((await list(world.acme.admin, { field: 'user', value: name })).data2).toBe(0);
});

test('S9 the list has no sessions of another organization, and only administrators get it', async () => {
  const { name } = await signedIn();
  for (const foreign of [world.globex.admin, world.globex.application, world.acme.user, world.app.anonymous]) {
    const queries: Record<string, string>[] = [{}, { owner: 'acme' }, { field: 'user', value: name }];
    for (const query of queries) expect(JSON.stringify(await list(foreign, query))).not.toContain(`"${name}"`);
    expect((await list(foreign, { owner: 'acme' })).status).toBe('error');
  }
});

test('S12 the list contains no cookie and no id of a row', async () => {
  const { name, client } = await signedIn();
  const shown = JSON.stringify(await list(world.acme.admin, { field: 'user', value: name }));
  const [row] = await world.app.db('sessions').where({ owner: 'acme', user: name });
  const cookie = client.cookies.get(cookieName(client.url, 'session'));
  expect(cookie).toBeDefined();
  for (const secret of [row.id, cookie]) expect(shown).not.toContain(secret);
});
