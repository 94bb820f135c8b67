import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createDecisions, type Decisions, fresh } from './world.ts';

let decisions: Decisions;
let world: Decisions['world'];
let admin: Client;
beforeAll(async () => {
  decisions = await createDecisions();
  world = decisions.world;
  admin = world.acme.admin;
});
afterAll(() => world.app.stop());
afterEach(() => void vi.useRealTimers());

const dayMs = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const running = { state: 'Active', isEnabled: true };

/** Adds an object of acme with a new name and returns it as stored. */
const made = (kind: string, own: Record<string, unknown> = {}) =>
  add(admin, kind, { owner: 'acme', name: fresh(kind), ...own });
const change = async (kind: string, name: unknown, changes: object) =>
  (await admin.post(`update-${kind}`, changes, { query: { id: `acme/${name}` } })).body;
const read = async (name: unknown) => (await admin.get('get-subscription', { id: `acme/${name}` })).body;

/** A user with a subscription to a plan whose role has a permission, and a check of that permission. */
async function subscribed(own: Record<string, unknown>) {
  const user = await decisions.user();
  const role = await decisions.role({});
  const permissionId = await decisions.permission({ users: [], roles: [role] });
  const plan = await made('plan', { role });
  const { name } = await made('subscription', { user, plan: `acme/${plan.name}`, ...own });
  const may = () => decisions.decided({ permissionId }, [user, 'app-acme', 'Read']);
  return { user, role, plan: plan.name, name, may };
}

describe('a subscription gives the role of its plan', () => {
  test.each([
    ['while it runs without an end', running, true],
    ['while it runs', { ...running, startDate: later(-dayMs), endDate: later(dayMs) }, true],
    ['but not while it is pending', { state: 'Pending' }, false],
    ['but not while it is suspended', { ...running, state: 'Suspended' }, false],
    ['but not while it is disabled', { ...running, isEnabled: false }, false],
    ['but not before it begins', { ...running, startDate: later(dayMs), duration: 30 }, false],
    ['but not after it ended', { ...running, startDate: later(-2 * dayMs), endDate: later(-dayMs) }, false],
  ])('%s', async (_when, own, expected) => {
    const { may, user, role } = await subscribed(own);
    expect(await may()).toBe(expected);
    const roles = (await world.acme.application.get('get-all-roles', { userId: user })).body.data;
    expect(roles).toEqual(expected ? [role.slice('acme/'.length)] : []);
  });

  test('until its end, without any write', async () => {
    const { may } = await subscribed({ ...running, endDate: later(60_000) });
    expect(await may()).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect(await may()).toBe(false);
  });

  test('S16 while the plan and its role exist and are enabled', async () => {
    const { may, plan, role, name } = await subscribed(running);
    for (const [kind, of, off, on] of [
      ['subscription', name, { state: 'Suspended' }, { state: 'Active' }],
      ['plan', plan, { isEnabled: false }, { isEnabled: true }],
      ['plan', plan, { role: '' }, { role }],
      ['role', role.slice('acme/'.length), { isEnabled: false }, { isEnabled: true }],
    ] as const) {
      expect(await may()).toBe(true);
      expect(await change(kind, of, off)).toMatchObject({ status: 'ok' });
      expect(await may()).toBe(false);
      expect(await change(kind, of, on)).toMatchObject({ status: 'ok' });
    }
    await admin.post('delete-role', { owner: 'acme', name: role.slice('acme/'.length) });
    expect(await may()).toBe(false);
  });
});

describe('a subscription', () => {
  const days = ({ startDate, endDate }: Record<string, unknown>) =>
    (Date.parse(String(endDate)) - Date.parse(String(startDate))) / dayMs;

  test('begins at its creation and ends after its days, unless it has other dates', async () => {
    const made30 = await made('subscription', { duration: 30 });
    expect(made30.startDate).toBe(made30.createdTime);
    expect(days(made30)).toBe(30);
    expect(await made('subscription')).toMatchObject({ duration: 0, endDate: '' });
    const stated = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-02T00:00:00.000Z' };
    expect(await made('subscription', { ...stated, duration: 30 })).toMatchObject(stated);
  });

  test('ends later if its number of days grows, but not if its end was set', async () => {
    const { name } = await made('subscription', { duration: 30 });
    expect(days((await change('subscription', name, { duration: 60 })).data2)).toBe(60);
    const endDate = later(dayMs);
    expect((await change('subscription', name, { endDate })).data2).toMatchObject({ endDate, duration: 60 });
    expect((await change('subscription', name, { duration: 90 })).data2).toMatchObject({ endDate });
    expect(days((await change('subscription', name, { endDate: '' })).data2)).toBe(90);
    expect((await change('subscription', name, { duration: 0 })).data2).toMatchObject({ endDate: '' });
  });

  test('moves its end if it begins later than its end', async () => {
    const { name } = await made('subscription', { duration: 30 });
    const { data } = await read(name);
    const startDate = later(60 * dayMs);
    const { data2 } = await change('subscription', name, { ...data, startDate });
    expect([data2.startDate, days(data2)]).toEqual([startDate, 30]);
  });

  test('sent back as it was read stays as it is', async () => {
    const { name } = await made('subscription', { ...running, duration: 30 });
    const { data } = await read(name);
    expect((await change('subscription', name, data)).data2).toEqual(data);
  });

  test('never ends before its start or after the last valid date', async () => {
    const wrong = { code: 'invalid', fields: [{ field: 'endDate', message: 'must not be before the start' }] };
    const sent = { owner: 'acme', name: fresh('subscription'), endDate: later(-dayMs) };
    for (const startDate of ['', later(dayMs)])
      expect((await admin.post('add-subscription', { ...sent, startDate })).body).toMatchObject(wrong);
    const late = await made('subscription', { startDate: '9999-01-01T00:00:00Z', duration: 36_500 });
    expect(late.endDate).toBe('9999-12-31T00:00:00.000Z');
  });

  test('follows its renamed user and plan, is deleted with its user, and blocks the deletion of its plan', async () => {
    const { user, plan, name, may } = await subscribed(running);
    const renamed = { user: fresh('renamed'), plan: fresh('renamed') };
    const [owner, was] = user.split('/');
    await change('user', was, { name: renamed.user });
    await change('plan', plan, { name: renamed.plan });
    expect((await read(name)).data).toMatchObject({ user: `acme/${renamed.user}`, plan: `acme/${renamed.plan}` });
    expect(await may()).toBe(false);
    const remove = async (kind: string, of: string) => (await admin.post(`delete-${kind}`, { owner, name: of })).body;
    expect(await remove('plan', renamed.plan)).toMatchObject({ code: 'in-use' });
    expect(await remove('user', renamed.user)).toMatchObject({ status: 'ok' });
    expect(await read(name)).toMatchObject({ code: 'not-found' });
    expect(await remove('plan', renamed.plan)).toMatchObject({ status: 'ok' });
  });
});
