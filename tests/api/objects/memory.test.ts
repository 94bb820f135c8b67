import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

const shop = { organization: 'acme', cert: 'cert-quick', grantTypes: ['client_credentials'] };

let first: TestApp;
let second: TestApp;
let root: Client;
let headers: Record<string, string>;
beforeAll(async () => {
  first = await startApp();
  second = await startApp({ databaseUrl: first.databaseUrl });
  root = await first.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  // This algorithm signs fast, so that each check is fast.
  await add(root, 'cert', { name: 'cert-quick', cryptoAlgorithm: 'ES256' });
  await add(root, 'application', { ...shop, name: 'app-shop' });
  const { clientId, clientSecret } = (await root.get('get-application', { id: 'admin/app-shop' })).body.data;
  headers = basic(clientId, clientSecret);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const turn = async (isEnabled: boolean) => {
  const { data } = (await root.get('get-application', { id: 'admin/app-shop' })).body;
  await root.post('update-application', { ...data, isEnabled }, { query: { id: 'admin/app-shop' } });
};

/** Whether a replica gives the application a token. */
async function gives(app: TestApp, proof = headers): Promise<boolean> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  return (await app.client().post('/api/login/oauth/access_token', form, { headers: proof })).status === 200;
}

/** More on a busy machine, and less than the five seconds after which a replica without a notification notices. */
const aSecond = { timeout: 4_000 };

describe('the cache of applications in replicas', () => {
  test('a change works at once on its replica, and within a second on the others', async () => {
    expect([await gives(first), await gives(second)]).toEqual([true, true]);
    for (const isEnabled of [false, true, false, true]) {
      await turn(isEnabled);
      expect(await gives(first)).toBe(isEnabled);
      await expect.poll(() => gives(second), aSecond).toBe(isEnabled);
    }
  });

  test('a replica whose clock is put back does not use its cache for longer', async () => {
    const untold = await startApp({ databaseUrl: first.databaseUrl, isDeaf: true });
    onTestFinished(async () => {
      vi.useRealTimers();
      await untold.stop();
    });
    expect(await gives(untold)).toBe(true);
    await turn(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    expect(await gives(untold)).toBe(false);
    vi.useRealTimers();
    await turn(true);
  });

  test('a replica that gets no notifications notices a change within five seconds', async () => {
    const untold = await startApp({ databaseUrl: first.databaseUrl, isDeaf: true });
    onTestFinished(() => untold.stop());
    expect(await gives(untold)).toBe(true);
    await turn(false);
    await expect.poll(() => gives(untold), { timeout: 6_000 }).toBe(false);
    await turn(true);
  });

  test('a replica that loses its connection for notifications has another within a second', async () => {
    const listening = () =>
      first.db('pg_stat_activity').whereLike('query', 'LISTEN%').whereRaw('datname = current_database()');
    // A connection that was just made is not made again at once, because it could fail for ever.
    const longest = "now() - backend_start > interval '3 seconds'";
    await expect.poll(() => listening().whereRaw(longest).pluck('pid')).toHaveLength(2);
    // Earlier notifications have arrived. They would look like lost ones.
    for (const isEnabled of [false, true]) {
      await turn(isEnabled);
      await expect.poll(() => gives(second), aSecond).toBe(isEnabled);
    }
    await listening().select(first.db.raw('pg_terminate_backend(pid)'));
    await turn(false);
    expect(await gives(first)).toBe(false);
    await expect.poll(() => gives(second), aSecond).toBe(false);
    await turn(true);
    await expect.poll(() => listening().pluck('pid')).toHaveLength(2);
  });
});

test('S23 a lock on one replica works within a second on another that has just accepted the client', async () => {
  const name = `app-${randomUUID()}`;
  const clientSecret = 'chosen by somebody';
  const { clientId } = await add(root, 'application', { ...shop, name, clientSecret });
  const right = basic(String(clientId), clientSecret);
  expect([await gives(first, right), await gives(second, right)]).toEqual([true, true]);
  for (let guess = 0; guess < 10; guess++) expect(await gives(first, basic(String(clientId), 'wrong'))).toBe(false);
  expect(await gives(first, right)).toBe(false);
  await expect.poll(() => gives(second, right), aSecond).toBe(false);
});
