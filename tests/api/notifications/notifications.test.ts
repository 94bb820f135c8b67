import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';
import { dismiss, notificationsOf, ofCode, told } from './world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  // No syncer runs by itself: tests write its errors.
  app = await startApp({ ticker: handTicker().ticker });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  globex = await createTenant(app, root, 'globex');
});
afterAll(() => app?.stop());

const change = async (kind: string, name: string, changes: Record<string, unknown>) => {
  const { data } = (await root.get(`get-${kind}`, { id: `admin/${name}` })).body;
  expect((await root.post(`update-${kind}?id=admin/${name}`, { ...data, ...changes })).body.status).toBe('ok');
};

test('a syncer with an error is reported until it works or is disabled', async () => {
  const syncer = { organization: 'acme', isEnabled: true };
  await add(root, 'syncer', { name: 'people', ...syncer, errorText: 'first\nno route to host\n' });
  await add(root, 'syncer', { name: 'resting', ...syncer, isEnabled: false, errorText: 'no route to host' });
  await add(root, 'syncer', { name: 'well', ...syncer });
  expect(await ofCode(root, 'syncerFails')).toEqual({
    ...{ key: expect.stringMatching(/^[\w-]{24}$/), code: 'syncerFails', tone: 'danger', since: '' },
    params: { name: 'people', problem: 'no route to host' },
    subject: { kind: 'syncer', owner: 'admin', name: 'people' },
    path: '/syncers/people',
  });
  await change('syncer', 'people', { errorText: '' });
  expect(await told(root)).toEqual([]);
});

test('a directory whose run is held is reported with the page of its runs', async () => {
  await add(root, 'ldap', { owner: 'acme', id: 'staff', serverName: 'Staff', host: 'ldap.acme.example' });
  await app.db('ldaps').where({ id: 'staff' }).update({ sync_state: 'Held' });
  expect(await ofCode(root, 'syncHeld')).toMatchObject({ params: { name: 'Staff' }, path: '/ldap/staff?tab=runs' });
  await app.db('ldaps').where({ id: 'staff' }).update({ sync_state: 'Done' });
  expect(await told(root)).toEqual([]);
});

test('a cert near its end is reported with the days that it has left, and more urgently when it has ended', async () => {
  await add(root, 'cert', { name: 'signing', displayName: 'Signing', cryptoAlgorithm: 'ES256', expireInYears: 1 });
  expect(await told(root)).toEqual([]);
  const year = 365 * 86_400_000;
  const { data } = (await root.get('get-dashboard')).body;
  const end = Date.parse(data.certs.find(({ name }: { name: string }) => name === 'signing').expireTime);
  const later = (days: number) =>
    startApp({ databaseUrl: app.databaseUrl, isDeaf: true, now: () => new Date(end - days * 86_400_000) });
  const [before, soon, over] = [await later(31), await later(10), await later(-1)];
  try {
    expect(end - Date.now()).toBeGreaterThan(year - 86_400_000);
    expect(await told(await before.admin())).toEqual([]);
    expect(await ofCode(await soon.admin(), 'certEnds')).toMatchObject({
      ...{ tone: 'warning', params: { name: 'Signing', count: 10 }, path: '/certs/signing' },
      since: new Date(end - 30 * 86_400_000).toISOString(),
    });
    expect(await ofCode(await over.admin(), 'certEnded')).toMatchObject({
      ...{ tone: 'danger', params: { name: 'Signing' }, since: new Date(end).toISOString() },
    });
  } finally {
    for (const each of [before, soon, over]) await each.stop();
  }
  await root.post('delete-cert', { owner: 'admin', name: 'signing' });
});

test('a notification that a person dismissed stays away from them in each browser, and returns with another cause', async () => {
  await add(root, 'syncer', { name: 'orders', organization: 'acme', isEnabled: true, errorText: 'no route to host' });
  const { key = '' } = (await ofCode(acme.admin, 'syncerFails')) ?? {};
  expect(await dismiss(acme.admin, key)).toMatchObject({ status: 'ok' });
  expect(await told(acme.admin)).toEqual([]);
  expect(await told(await app.signedIn('acme', 'adam', password))).toEqual([]);
  expect(await told(root)).toEqual(['syncerFails orders']);
  const person = { displayName: 'Colleague', password, isAdmin: true };
  await add(root, 'user', { owner: 'acme', name: 'colleague', ...person });
  expect(await told(await app.signedIn('acme', 'colleague', password))).toEqual(['syncerFails orders']);
  // Twice is once.
  expect(await dismiss(acme.admin, key, key)).toMatchObject({ status: 'ok' });
  await change('syncer', 'orders', { errorText: 'access denied' });
  expect(await told(acme.admin)).toEqual(['syncerFails orders']);
  const { data } = (await root.get('get-records', { action: 'dismiss-notification' })).body;
  expect(data.at(-1)).toMatchObject({ object: 'user acme/adam', reason: 'syncerFails orders', outcome: 'ok' });
});

test('S9 an administrator sees and dismisses nothing of another organization', async () => {
  await add(root, 'syncer', { name: 'secret-plan', organization: 'acme', isEnabled: true, errorText: 'no route' });
  expect(await told(globex.admin)).toEqual([]);
  const theirs = await notificationsOf(acme.admin);
  expect(theirs.map(({ subject: { name } }) => name)).toContain('secret-plan');
  expect(await dismiss(globex.admin, ...theirs.map(({ key }) => key))).toMatchObject({ status: 'ok' });
  expect(await app.db('notification_marks').where({ owner: 'globex' })).toEqual([]);
  expect(await notificationsOf(acme.admin)).toEqual(theirs);
  const { data } = (await globex.admin.get('get-records', { action: 'dismiss-notification' })).body;
  expect(JSON.stringify(data)).not.toContain('secret-plan');
});

test('S8 users, applications and strangers have no notifications', async () => {
  const codes = async (client: Client) => [
    (await client.get('get-notifications')).body.code,
    (await dismiss(client, 'any')).code,
    (await client.post('set-notification-digest', { isOn: true })).body.code,
  ];
  expect(await codes(app.anonymous)).toEqual(Array(3).fill('sign-in-first'));
  expect(await codes(acme.user)).toEqual(Array(3).fill('unauthorized'));
  expect(await codes(acme.application)).toEqual(Array(3).fill('sign-in-first'));
});

test('S17 support with the master password reads notifications and changes nothing of the person', async () => {
  await add(root, 'syncer', { name: 'looked-at', organization: 'acme', isEnabled: true, errorText: 'no route' });
  const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
  const master = 'master password of acme';
  await root.post('update-organization?id=admin/acme', { ...data, masterPassword: master });
  const support = await app.signedIn('acme', 'adam', master);
  const { key = '' } = (await notificationsOf(support))[0] ?? {};
  expect(key).not.toBe('');
  expect(await dismiss(support, key)).toMatchObject({ code: 'impersonated' });
  expect((await support.post('set-notification-digest', { isOn: true })).body.code).toBe('impersonated');
});

test('a user of an earlier name has no marks of another user', async () => {
  await add(root, 'syncer', { name: 'marked', organization: 'acme', isEnabled: true, errorText: 'no route' });
  const person = { displayName: 'Someone', password, isAdmin: true };
  await add(root, 'user', { owner: 'acme', name: 'eve', ...person });
  const eve = await app.signedIn('acme', 'eve', password);
  const keys = (await notificationsOf(eve)).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  await dismiss(eve, ...keys);
  expect(await told(eve)).toEqual([]);
  await root.post('delete-user', { owner: 'acme', name: 'eve' });
  await add(root, 'user', { owner: 'acme', name: 'eve', ...person });
  expect((await notificationsOf(await app.signedIn('acme', 'eve', password))).length).toBe(keys.length);
});

test('the bell costs few statements', async () => {
  await told(root);
  const statements = await statementsOf(app, () => root.get('get-notifications'));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(9);
});
