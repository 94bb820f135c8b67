import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, expiredClient, password, startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants());
});
afterAll(() => app.stop());

interface SignIn {
  time: string;
  isDone: boolean;
  how: string;
  clientIp: string;
  application?: { name: string };
}

const read = async (client: Client, query: Record<string, string> = {}) =>
  (await client.get('get-account-sign-ins', query)).body as { data: SignIn[]; data2: string; code?: string };
const attempt = (username: string, word: string, organization = 'acme') =>
  app
    .client()
    .post('login', { type: 'login', application: `app-${organization}`, organization, username, password: word });

test('a user sees their sign-ins and failed attempts, the latest first, and never why one failed', async () => {
  await add(root, 'user', { owner: 'acme', name: 'eve', displayName: 'Eve', password });
  await attempt('eve', 'not-the-password');
  const client = await app.signedIn('acme', 'eve', password);
  const { data, data2 } = await read(client);
  expect(data.map(({ isDone }) => isDone)).toEqual([true, false]);
  expect(data[1]).toMatchObject({ clientIp: '127.0.0.1', how: 'page' });
  expect(data[0]?.application?.name).toBe('app-built-in');
  expect(data2).toBe('');
  expect(Object.keys(data[1] as object).sort()).toEqual(
    expect.arrayContaining(['clientIp', 'country', 'device', 'how', 'isDone', 'time']),
  );
  expect(JSON.stringify(data)).not.toMatch(/reason|sign-in-failed|requestUri|sessionId/);
});

test('S9 nobody sees the sign-ins of somebody else, of their organization or of another, nor without a session', async () => {
  const [mine, theirs] = [await read(acme.user), await read(globex.user)];
  await attempt('alice', 'not-the-password', 'globex');
  const failures = ({ data }: { data: SignIn[] }) => data.filter(({ isDone }) => !isDone).length;
  expect(failures(await read(acme.user))).toBe(failures(mine));
  expect(failures(await read(acme.admin))).toBe(0);
  expect(failures(await read(globex.user))).toBe(failures(theirs) + 1);
  for (const client of [app.anonymous, acme.application, await expiredClient(app, 'acme')])
    expect((await client.get('get-account-sign-ins')).body.status).toBe('error');
});

test('older sign-ins come page by page, each once, also several of the same moment', async () => {
  await add(root, 'user', { owner: 'acme', name: 'max', displayName: 'Max', password });
  const { table, toRow } = app.store('record');
  const told = { owner: 'acme', organization: 'acme', user: 'max', version: 1, action: 'login', event: 'login' };
  const rows = Array.from({ length: 90 }, (_, at) => {
    const time = new Date(Date.now() + Math.floor(at / 4) * 1000).toISOString();
    // Every third only asks for the next step.
    const step =
      at % 3 === 0
        ? { outcome: 'refused', event: '', reason: 'factor-required', user: '', object: 'user acme/max' }
        : {};
    return toRow({
      ...told,
      name: randomUUID(),
      createdTime: time,
      requestId: String(at),
      clientIp: `at ${at}`,
      ...step,
    });
  });
  await app.db.batchInsert(table, rows, 50);
  const client = await app.signedIn('acme', 'max', password);
  const seen: SignIn[] = [];
  let after = '';
  do {
    const { data, data2 } = await read(client, after ? { after } : {});
    seen.push(...data);
    after = data2;
  } while (after);
  const places = seen.map(({ clientIp }) => clientIp).filter((place) => place.startsWith('at '));
  expect(new Set(places).size).toBe(60);
  expect(places).toHaveLength(60);
  const times = seen.map(({ time }) => time);
  expect(times).toEqual([...times].sort().reverse());
  expect((await read(client, { after: 'nonsense' })).code).toBe('invalid');
});

test('a user with the name of a deleted user does not see their sign-ins', async () => {
  const user = { owner: 'acme', name: 'again', displayName: 'Again', password };
  await add(root, 'user', user);
  await app.signedIn('acme', 'again', password);
  await root.post('delete-user', { owner: 'acme', name: 'again' });
  await add(root, 'user', user);
  const { data } = await read(await app.signedIn('acme', 'again', password));
  expect(data).toHaveLength(1);
});
