import { beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { signInWorld } from './world.ts';

const master = 'master-of-everything';
const world = signInWorld();

beforeAll(async () => {
  for (const name of ['umbrella', 'soylent']) {
    await add(world.root, 'organization', { name, masterPassword: master });
    await add(world.root, 'user', { owner: name, name: 'alice', password });
  }
});

const signsIn = (organization: string, browser: Client) =>
  world.signIn(browser, { organization, username: 'alice', password: master });
const renew = (organization: string) => {
  const masterPassword = 'another-master-of-all';
  return world.root.post('update-organization', { masterPassword }, { query: { id: `admin/${organization}` } });
};

test('17.5 a new master password refuses a sign-in that the old one has begun', async () => {
  const { db } = world.app;
  const isWaiting = async () => {
    const { rows } = await db.raw(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'guess_counts'::regclass`);
    return rows.length > 0;
  };
  const browser = world.from(world.app);
  const signingIn = await db.transaction(async (sql) => {
    await sql.raw('LOCK TABLE guess_counts IN ACCESS EXCLUSIVE MODE');
    // It has read the organization, and waits before it judges the password.
    const begun = signsIn('umbrella', browser);
    await vi.waitUntil(isWaiting);
    const { body } = await renew('umbrella');
    expect(body.status).toBe('ok');
    return { begun };
  });
  expect((await signingIn.begun).body.code).toBe('sign-in-failed');
  expect((await browser.get('get-account')).body.status).toBe('error');
});

test('17.5 a new master password waits for a sign-in that the old one is finishing, and ends its session', async () => {
  const { db } = world.app;
  const browser = world.from(world.app);
  const waiting = async (count: number) => {
    const { rows } = await db.raw('SELECT FROM pg_stat_activity WHERE wait_event_type = ?', ['Lock']);
    return rows.length >= count;
  };
  const both = await db.transaction(async (sql) => {
    await sql('users').where({ owner: 'soylent', name: 'alice' }).forUpdate().first();
    const begun = signsIn('soylent', browser);
    await vi.waitUntil(() => waiting(1));
    const renewed = renew('soylent');
    await Promise.race([renewed, vi.waitUntil(() => waiting(2))]);
    return { begun, renewed };
  });
  expect((await both.begun).body.status).toBe('ok');
  expect((await both.renewed).body.status).toBe('ok');
  expect((await browser.get('get-account')).body.status).toBe('error');
});
