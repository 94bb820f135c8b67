import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  // These tests write sign-ins of yesterday.
  await app.db('organizations').where({ name: 'acme' }).update({ created_time: '2026-01-01' });
});
afterAll(() => app.stop());

const dashboard = async (client: Client, query: Record<string, string | number> = {}) =>
  (await client.get('get-dashboard', query)).body;
const today = async (client: Client) => (await dashboard(client, { days: 7 })).data.days.at(-1);
const tryToSignIn = (password: string) =>
  app.client().post('login', { type: 'login', application: 'app-acme', username: 'alice', password });

const signInAt = (moment: string) => ({
  owner: 'acme',
  name: randomUUID(),
  createdTime: moment,
  version: 1,
  organization: 'acme',
  user: 'alice',
  clientIp: '',
  method: 'POST',
  requestUri: '/api/login',
  action: 'login',
  object: '',
  outcome: 'ok',
  reason: '',
  isTriggered: false,
});

describe('the dashboard of administrators', () => {
  test('sign-ins, failed sign-ins and new users are counted as they happen', async () => {
    const before = await today(acme.admin);
    await tryToSignIn('correct-horse-battery');
    await tryToSignIn('wrong');
    await add(root, 'user', { owner: 'acme', name: 'bob', displayName: 'Bob' });
    const after = await today(acme.admin);
    expect(after).toMatchObject({
      signIns: before.signIns + 1,
      failedSignIns: before.failedSignIns + 1,
      newUsers: before.newUsers + 1,
    });
  });

  test('tells how and where people sign in, why they fail, and how many of them are active', async () => {
    const globex = await createTenant(app, root, 'initech');
    const signIn = (secret: string) =>
      app.client().post('login', { type: 'login', application: 'app-initech', username: 'alice', password: secret });
    for (const secret of ['wrong', password, password]) await signIn(secret);
    const { data } = await dashboard(globex.admin, { days: 7 });
    // createTenant signs both of its users in.
    expect(data.days.at(-1)).toMatchObject({ signIns: 4, failedSignIns: 1, activeUsers: 2 });
    expect(data.methods).toEqual([{ name: 'password', count: 4 }]);
    expect(data.applications.map(({ count }: { count: number }) => count).reduce((a: number, b: number) => a + b)).toBe(
      4,
    );
    expect(data.applications[0].name).toMatch(/^admin\/app-/);
    expect(data.failures).toEqual([{ name: 'sign-in-failed', count: 1 }]);
    expect((await dashboard(globex.admin)).data).toMatchObject({ methods: [], applications: [], failures: [] });
  });

  test('a wrong request of a program is no failed sign-in', async () => {
    const before = await today(acme.admin);
    await app.client().post('login', { type: 'login', application: 'app-acme' });
    await acme.user.post('login', { type: 'login', application: 'app-acme', username: 'alice', password: 'x' });
    expect(await today(acme.admin)).toEqual(before);
  });

  test('days are those of the requested time zone, and the last one is today', async () => {
    const day = (date: Date) => date.toISOString().slice(0, 10);
    const yesterday = day(new Date(Date.now() - 86_400_000));
    const before = Object.fromEntries(
      await Promise.all(
        ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].map(async (timeZone) => [
          timeZone,
          (await dashboard(acme.admin, { days: 7, timeZone })).data.days,
        ]),
      ),
    );
    const evening = `${yesterday}T23:30:00.000Z`;
    await app.store('record').insert(app.db, signInAt(evening));
    for (const [timeZone, days] of Object.entries(before) as [string, { day: string; signIns: number }[]][]) {
      const local = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(evening));
      const { data } = await dashboard(acme.admin, { days: 7, timeZone });
      const signIns = (counted: typeof days) => counted.map(({ day, signIns }) => [day, signIns]);
      expect(signIns(data.days)).toEqual(
        signIns(days).map(([day, count]) => [day, day === local ? Number(count) + 1 : count]),
      );
      expect(data.days.at(-1).day).toBe(new Intl.DateTimeFormat('en-CA', { timeZone }).format());
    }
  });

  test('a period without an end or number is refused, and only requested figures are counted', async () => {
    for (const timeZone of ['+02:00', 'Nowhere/Atlantis', "UTC'; DROP TABLE records; --", 'x'.repeat(5000)])
      expect(await dashboard(root, { days: 7, timeZone }), timeZone).toMatchObject({ code: 'invalid' });
    for (const days of ['-1', '91', '1e9', 'seven', '7 '])
      expect(await dashboard(root, { days }), days).toMatchObject({ code: 'invalid' });
    expect((await dashboard(root)).data.days).toEqual([]);
  });

  test('certs are sorted by their end', async () => {
    await add(root, 'cert', { name: 'short', cryptoAlgorithm: 'ES256', expireInYears: 1 });
    const { certs } = (await dashboard(root)).data;
    expect(certs.map((each: { name: string }) => each.name)).toEqual(['short', 'cert-built-in']);
    const years = (Date.parse(certs[0].expireTime) - Date.now()) / (365.25 * 86_400_000);
    expect(years).toBeCloseTo(1, 1);
  });

  test("S9 an organization's administrator sees only its own figures", async () => {
    const globex = await createTenant(app, root, 'globex');
    await add(root, 'application', { name: 'apart', organization: 'globex', cert: 'short' });
    await tryToSignIn('wrong');
    // Somebody signed in to an earlier organization of this name.
    const earlier = { ...signInAt(new Date(Date.now() - 60_000).toISOString()), owner: 'globex' };
    await app.store('record').insert(app.db, earlier);
    const ours = (await dashboard(globex.admin, { days: 7 })).data;
    // The users that createTenant adds and signs in.
    expect(ours.days.at(-1)).toMatchObject({ signIns: 2, failedSignIns: 0, newUsers: 2 });
    const names = (data: { certs: { name: string }[] }) => data.certs.map((each) => each.name);
    expect(names(ours)).toEqual(['short', 'cert-built-in']);
    expect(names((await dashboard(acme.admin)).data)).toEqual(['cert-built-in']);
    expect((await today(root)).signIns).toBeGreaterThan((await today(acme.admin)).signIns);
    expect(await dashboard(acme.user)).toMatchObject({ code: 'unauthorized' });
    expect(await dashboard(app.anonymous)).toMatchObject({ code: 'sign-in-first' });
  });
});
