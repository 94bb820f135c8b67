import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addMany, addPeople, run, type SyncWorld, startSyncWorld } from '../../api/sync/world.ts';
import { findings } from '../world/axe.ts';
import { openBrowser } from '../world/browser.ts';
import { type Desk, deskAt } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';

let world: SyncWorld;
let desk: Omit<Desk, 'app'>;

beforeAll(async () => {
  world = await startSyncWorld();
  desk = await deskAt(await openBrowser(), world.app);
  await world.addSyncer('plans');
  await world.addSyncer('halves');
  await world.addSyncer('typed');
});
afterAll(async () => {
  await desk?.browser.close();
  await world?.stop();
});
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const runs = () => desk.page.getByRole('grid', { name: 'Runs' });
const people = () => desk.page.getByRole('grid', { name: 'People' });
const said = (text: string) => desk.page.getByRole('status').filter({ hasText: text }).waitFor();
const dialog = () => desk.page.getByRole('dialog');

async function openRuns(name: string): Promise<void> {
  await desk.page.goto(`/syncers/${name}?tab=runs`);
  await desk.button('Run now').waitFor();
}

test('a plan shows each person field by field, changes nobody, and one click applies it', async () => {
  const { page, button } = desk;
  await addPeople(world.table, { id: 'p-1', login: 'paula', full_name: 'Paula Plan', mail: 'paula@acme.example' });
  await openRuns('plans');
  await page.getByText('There was no run yet.').waitFor();
  await button('Show plan').click();
  await said('The plan is ready. Nobody has been changed.');
  const paula = people().getByRole('row').filter({ hasText: 'acme/paula' });
  expect(await paula.innerText()).toContain('Email: paula@acme.example');
  expect(await desk.stored('user', 'acme/paula')).toBeNull();
  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect((await loading).suggestedFilename()).toBe('run.csv');
  await button('Approve').click();
  await said('The run is done.');
  expect(await desk.stored('user', 'acme/paula')).toMatchObject({ displayName: 'Paula Plan' });
  expect(await findings(page)).toEqual([]);
});

test('the page of a synchronized user names the source and locks the fields that it sets', async () => {
  const { page, field } = desk;
  await world.addSyncer('sources');
  await addPeople(world.table, { id: 's-1', login: 'sam', full_name: 'Sam Source' });
  await run(world.root, 'sources');
  await page.goto('/users/acme/sam?tab=profile');
  const note = page.getByText('The syncer sources synchronizes this user');
  await note.waitFor();
  await page.getByText(/It sets these fields, so they are changed there:.*Display name/).waitFor();
  expect(await field('Display name').isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Open the syncer' }).click();
  await page.waitForURL('**/syncers/sources');
});

test('a held run explains itself, asks with its numbers, and can be undone', async () => {
  const { page, button } = desk;
  await world.table('people').delete();
  await addMany(world.table, 'half', 30);
  await run(world.root, 'halves');
  await world.table('people').whereRaw(`right(id, 1) IN ('0', '2', '4', '6', '8')`).delete();
  await openRuns('halves');
  await button('Run now').click();
  await said('The run is held. Nobody has been changed.');
  await page.getByText('Syncer failed to sync users: The run stopped').waitFor();
  await page.getByText('would change or block more people than the limits of the source allow').first().waitFor();
  await page.locator('.sync-opened a[href="/docs/errors/sync-over-limit"]').getByText('See what to do').waitFor();
  await button('Approve').click();
  await dialog().getByText('Users that it blocks: 15.').waitFor();
  await dialog().getByRole('button', { name: 'Approve' }).click();
  await said('The run is done.');
  expect(await desk.stored('user', 'acme/half0')).toMatchObject({ isForbidden: true });
  await button('Undo').click();
  await dialog().getByRole('button', { name: 'Undo' }).click();
  await said('The run was taken back.');
  expect(await desk.stored('user', 'acme/half0')).toMatchObject({ isForbidden: false });
});

test('a run tells its success, and people whom it could not take with the cause', async () => {
  const { page, button, choose } = desk;
  await world.table('people').delete();
  await world.addSyncer('takes');
  await addPeople(world.table, { id: 't-1', login: 'tina' });
  await openRuns('takes');
  await button('Run now').click();
  await page.getByText('Syncer sync users successfully').waitFor();
  await addPeople(world.table, { id: 't-2', login: 'admin/x' });
  await button('Run now').click();
  await page.getByText('Syncer failed to sync users: 1 person was not taken').waitFor();
  await choose(page.getByRole('button', { name: /^Result:/ }), 'Succeeded');
  await page.getByText('Nobody fits these filters.').waitFor();
  await choose(page.getByRole('button', { name: /^Result:/ }), 'Failed');
  await people().getByRole('row').filter({ hasText: 'Name: must not contain slashes' }).waitFor();
  await runs().getByText('Done with failures').waitFor();
});

test('the bell leads to a run that waits for approval, and the run can be stopped', async () => {
  const { page, button } = desk;
  await world.table('people').delete();
  await addPeople(world.table, { id: 'w-1', login: 'wanda' });
  await world.addSyncer('waits', { isEnabled: true });
  await world.tick();
  await expect.poll(async () => (await desk.stored('syncer', 'admin/waits')).syncState).toBe('Waiting');
  await page.goto('/');
  await page.getByRole('button', { name: /unread notifications?$/ }).click();
  await page.getByRole('link', { name: 'Open: waits waits for your approval' }).click();
  await page.waitForURL('**/syncers/waits?tab=runs');
  await page.getByText('It is the first automatic run of this source.').waitFor();
  await button('Stop').press('Enter');
  await page.getByText('A person stopped the run.').waitFor();
  await runs().getByText('Failed', { exact: true }).waitFor();
  expect(await desk.stored('user', 'acme/wanda')).toBeNull();
});

test('fields that do not matter for a type are hidden, and a directory has a base and a filter', async () => {
  const { page, field, choose } = desk;
  await page.goto('/syncers/typed');
  await field('Host').waitFor();
  expect(await page.getByText('Realm', { exact: true }).count()).toBe(0);
  await choose(page.getByRole('button', { name: /^Database type:/ }), 'sqlite3');
  await field('Host').waitFor({ state: 'detached' });
  await choose(page.getByRole('button', { name: /^Type:/ }), 'LDAP');
  await field('Base DN').waitFor();
  expect(await page.getByRole('button', { name: /^Database type:/ }).count()).toBe(0);
});

test('the connection test tries what is typed, and says in words what is wrong', async () => {
  const { page, button, field, choose } = desk;
  await page.goto('/syncers/typed');
  await choose(page.getByRole('button', { name: /^Type:/ }), 'LDAP');
  await field('Base DN').fill('dc=acme,dc=example');
  await field('Port').fill('1');
  await button('Replace Password').click();
  await field('Password').fill('typed-again');
  await button('Test connection').click();
  const outcome = page.getByRole('region', { name: 'Test connection' });
  await outcome.getByText(/^Error:/).waitFor();
  expect(await outcome.getByRole('link').getAttribute('href')).toMatch(/^\/docs\/errors\/[a-z-]+$/);
  expect(await desk.stored('syncer', 'admin/typed')).toMatchObject({ type: 'Database' });
});

test('runs and their people fit a phone', async () => {
  const { page } = desk;
  await world.addSyncer('narrow');
  await addPeople(world.table, { id: 'n-1', login: 'nina' });
  await run(world.root, 'narrow');
  await page.setViewportSize({ width: 320, height: 800 });
  await openRuns('narrow');
  await runs().getByRole('button', { name: 'Details' }).first().click();
  await people().waitFor();
  await expect.poll(() => overflow(page)).toEqual([]);
});
