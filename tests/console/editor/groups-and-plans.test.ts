import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, createTenant } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import type { Visitor } from '../world/browser.ts';
import { type Desk, openDesk, showAllColumns } from '../world/desk.ts';

/** The browser of an organization's administrator. Its time zone differs from the server's. */

let desk: Desk;
let adam: Client;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  desk = await openDesk();
  adam = (await createTenant(desk.app, desk.admin, 'acme')).admin;
  visitor = await desk.visitAs(adam, { timezoneId: 'Asia/Tokyo', viewport: { width: 1600, height: 1000 } });
  page = visitor.page;
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]));

const named = (what: string) => `${what}-${randomUUID().slice(0, 8)}`;
const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
const choose = async (label: string, choice: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: new RegExp(`(^| )${choice}( |$)`) }).click();
};
const save = async () => {
  await button('Save').click();
  await page.getByText('Successfully saved').first().waitFor();
};
const stored = async (kind: string, name: string) => (await adam.get(`get-${kind}`, { id: `acme/${name}` })).body.data;

/** Adds an object with a unique name through its list, fills in the given values, and leaves it. */
async function make(kind: string, fill: () => Promise<void> = async () => {}): Promise<string> {
  const name = named(kind);
  await page.goto(`/${kind}s`);
  await button('Add').click();
  await page.getByRole('heading', { name: `New ${kind}`, exact: true }).waitFor();
  await field('Name').fill(name);
  await fill();
  await button('Save & Exit').click();
  await page.getByRole('link', { name, exact: true }).waitFor();
  return name;
}

test('a member of an inner group has the role of the outer group', async () => {
  const role = await make('role');
  const outer = await make('group');
  const inner = await make('group', async () => {
    await choose('Parent group', outer);
    await choose('Members', 'alice');
    await choose('Manager', 'adam');
  });
  await page.goto(`/roles/acme/${role}`);
  await choose('Member groups', outer);
  await visitor.atRest();
  expect(await findingsInFull(page)).toEqual([]);
  await save();
  expect(await stored('group', inner)).toMatchObject({ parentId: outer, manager: 'adam', users: ['acme/alice'] });
  expect((await adam.get('get-all-roles', { userId: 'acme/alice' })).body.data).toContain(role);
  // Columns of the list link to what they name.
  await showAllColumns({ page }, `/groups?field=name&value=${inner}`);
  await page.getByRole('link', { name: outer, exact: true }).click();
  await page.waitForURL(`**/groups/acme/${outer}`);
});

test('a group is never offered as a part of itself or of its parts, and neither is a role', async () => {
  const [top, middle, leaf, beside] = ['top', 'middle', 'leaf', 'beside'].map(named) as [
    string,
    string,
    string,
    string,
  ];
  const parents = { [middle]: top, [leaf]: middle };
  for (const name of [top, middle, leaf, beside])
    await add(adam, 'group', { owner: 'acme', name, parentId: parents[name] ?? '' });
  await page.goto(`/groups/acme/${middle}`);
  await field('Name').fill(named('renamed'));
  await page.getByRole('combobox', { name: 'Parent group', exact: true }).click();
  const offered = () => page.getByRole('option').allTextContents();
  await expect.poll(offered).toEqual(expect.arrayContaining([top, beside]));
  expect((await offered()).filter((name) => [middle, leaf].includes(name))).toEqual([]);
  await page.keyboard.press('Escape');
  const [inner, outer] = [named('inner'), named('outer')];
  await add(adam, 'role', { owner: 'acme', name: inner });
  await add(adam, 'role', { owner: 'acme', name: outer, roles: [`acme/${inner}`] });
  await page.goto(`/roles/acme/${inner}`);
  await field('Name').fill(named('renamed'));
  await page.getByRole('combobox', { name: 'Member roles', exact: true }).click();
  await page.getByRole('option').first().waitFor();
  expect((await offered()).filter((name) => [inner, outer].includes(name))).toEqual([]);
});

test('the page of a user links to their groups', async () => {
  const [group, name] = [named('porters'), named('paul')];
  await add(adam, 'user', { owner: 'acme', name });
  // A longer name belongs to another user.
  await add(adam, 'user', { owner: 'acme', name: `${name}-junior` });
  await add(adam, 'group', { owner: 'acme', name: group, displayName: 'Porters', users: [`acme/${name}`] });
  await add(adam, 'group', {
    owner: 'acme',
    name: named('juniors'),
    displayName: 'Juniors',
    users: [`acme/${name}-junior`],
  });
  await page.goto(`/users/acme/${name}?tab=access`);
  const groups = page.getByRole('region', { name: 'Groups', exact: true });
  await expect.poll(() => groups.getByRole('row').allTextContents()).toEqual(['NameComes from', 'Porters Direct']);
  await groups.getByRole('link', { name: 'Porters' }).click();
  await page.waitForURL(`**/groups/acme/${group}`);
});

test('the end of a subscription follows from its plan, in the time zone of the reader', async () => {
  const role = named('role');
  await add(adam, 'role', { owner: 'acme', name: role });
  const plan = await make('plan', async () => {
    await choose('Role', role);
    await field('Options').fill('All floors');
    await field('Options').press('Enter');
  });
  const name = await make('subscription', async () => {
    await choose('User', 'alice');
    await choose('Plan', plan);
    await field('Start date').fill('2026-11-22T08:30');
    await field('Duration').fill('7');
    await expect.poll(() => field('End date').inputValue()).toBe('2026-11-29T08:30');
    await visitor.atRest();
    expect(await findingsInFull(page)).toEqual([]);
  });
  const dates = { startDate: '2026-11-21T23:30:00.000Z', endDate: '2026-11-28T23:30:00.000Z' };
  expect(await stored('subscription', name)).toMatchObject({ user: 'acme/alice', plan: `acme/${plan}`, ...dates });
  expect(await stored('plan', plan)).toMatchObject({ role: `acme/${role}`, options: ['All floors'] });
  // An ID in a list links to its object.
  await page.goto(`/subscriptions?field=name&value=${name}`);
  await page.getByRole('link', { name: `acme/${plan}`, exact: true }).click();
  await page.waitForURL(`**/plans/acme/${plan}`);
});

test('an incomplete date and an end before the start are refused at their field; an empty date is accepted', async () => {
  const name = named('subscription');
  await add(adam, 'subscription', { owner: 'acme', name, startDate: '2026-11-22T00:00:00Z', duration: 7 });
  await page.goto(`/subscriptions/acme/${name}`);
  await expect.poll(() => field('Start date').inputValue()).toBe('2026-11-22T09:00');
  const described = () => field('End date').getAttribute('aria-describedby');
  expect(await described()).toBe('endDate-zone');
  await expect.poll(() => page.locator('#endDate-zone').textContent()).toBe('GMT+9');
  const refused = async (reason: string) => {
    await button('Save').click();
    await expect.poll(() => page.locator('#endDate-problem').textContent()).toContain(reason);
    expect(await described()).toBe('endDate-zone endDate-problem');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('endDate');
  };
  await field('End date').fill('2026-11-20T00:00');
  await refused('must not be before the start');
  await field('End date').press('Backspace');
  await refused('must be a date and time');
  await button('Delete: End date').click();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('endDate');
  await field('Duration').fill('0');
  await save();
  expect(await stored('subscription', name)).toMatchObject({ startDate: '2026-11-22T00:00:00.000Z', endDate: '' });
});

test('the password of an adapter never shows, and stays until it is replaced', async () => {
  const name = named('adapter');
  await add(adam, 'adapter', { owner: 'acme', name, password: 'secret', host: 'db.example.com' });
  await page.goto(`/adapters/acme/${name}`);
  await expect.poll(() => field('Password').inputValue()).toBe('***');
  await field('Database').fill('rules');
  await save();
  await button('Replace Password').click();
  await field('Password').fill('another');
  await save();
  await expect.poll(() => field('Password').inputValue()).toBe('***');
});
