import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { signInWorld } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const world = signInWorld();
const isSignedIn = async (client: Client) => (await client.get('get-account')).body.status === 'ok';

/** The administrator's own session may be over, because the clock moves. */
async function rules(changes: Record<string, number>): Promise<void> {
  const admin = await world.app.admin();
  const { data } = (await admin.get('get-organization', { id: 'admin/acme' })).body;
  const { body } = await admin.post('update-organization', { ...data, ...changes }, { query: { id: 'admin/acme' } });
  expect(body).toMatchObject({ status: 'ok' });
}

async function signedIn(more: Record<string, unknown> = {}): Promise<Client> {
  const client = world.from(world.app);
  expect(await world.codeOf(client, more)).toBe('ok');
  return client;
}

const usual = { sessionIdleMinutes: 60, sessionHours: 24, rememberedSessionDays: 30 };
beforeEach(() => rules(usual));

/** Uses a session every 50 minutes for a time. */
async function use(client: Client, time: number): Promise<boolean> {
  for (let past = 0; past < time; past += 50 * minute) {
    world.later(Math.min(50 * minute, time - past));
    if (!(await isSignedIn(client))) return false;
  }
  return true;
}

describe('a session ends', () => {
  test('after the time without use that its organization allows', async () => {
    await rules({ sessionIdleMinutes: 15 });
    const client = await signedIn();
    world.later(14 * minute);
    expect(await isSignedIn(client)).toBe(true);
    world.later(15 * minute);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('after the longest time that its organization allows, also in use', async () => {
    await rules({ sessionHours: 3 });
    const client = await signedIn();
    expect(await use(client, 3 * hour - minute)).toBe(true);
    world.later(minute);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('later if its user stays signed in, and then without use too', async () => {
    await rules({ rememberedSessionDays: 90 });
    const client = await signedIn({ autoSignin: true });
    world.later(90 * day - minute);
    expect(await isSignedIn(client)).toBe(true);
    world.later(minute);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('sooner when the organization shortens the times while it is open', async () => {
    const [busy, idle, kept] = [await signedIn(), await signedIn(), await signedIn({ autoSignin: true })];
    await rules({ sessionIdleMinutes: 5, sessionHours: 1, rememberedSessionDays: 1 });
    world.later(4 * minute);
    expect(await isSignedIn(busy)).toBe(true);
    world.later(4 * minute);
    expect(await isSignedIn(idle)).toBe(false);
    expect(await isSignedIn(busy)).toBe(true);
    world.later(day - 9 * minute);
    expect(await isSignedIn(busy)).toBe(false);
    expect(await isSignedIn(kept)).toBe(true);
    world.later(minute);
    expect(await isSignedIn(kept)).toBe(false);
  });

  test('not later when the organization lengthens them', async () => {
    const client = await signedIn();
    await rules({ sessionHours: 100 });
    expect(await use(client, day - minute)).toBe(true);
    world.later(minute);
    expect(await isSignedIn(client)).toBe(false);
  });
});

test('the list of sessions leaves out those that are over by the rules of their organization', async () => {
  await rules({ sessionIdleMinutes: 5 });
  await signedIn();
  world.later(6 * minute);
  const admin = await world.app.admin();
  const live = (await admin.get('get-live-sessions', { owner: 'acme' })).body;
  expect(live).toMatchObject({ status: 'ok', data: [], data2: 0 });
});

test.each([{ sessionIdleMinutes: 4 }, { sessionHours: 8761 }, { rememberedSessionDays: 366 }])(
  'the rules %o are refused',
  async (changes) => {
    const admin = await world.app.admin();
    const { data } = (await admin.get('get-organization', { id: 'admin/acme' })).body;
    const { body } = await admin.post('update-organization', { ...data, ...changes }, { query: { id: 'admin/acme' } });
    expect(body).toMatchObject({ status: 'error', code: 'invalid', fields: [{ field: Object.keys(changes)[0] }] });
  },
);
