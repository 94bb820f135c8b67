import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loopback, type Receiver, startReceiver, takes } from '../../api/webhooks/receiver.ts';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';

let desk: Desk;
let receiver: Receiver;

beforeAll(async () => {
  desk = await openDesk(loopback);
  receiver = await startReceiver();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
  const hook = { organization: 'acme', url: receiver.url, events: ['add-role'] };
  await add(desk.admin, 'webhook', { name: 'hook', ...hook });
  await add(desk.admin, 'webhook', { name: 'quiet', ...hook, isEnabled: false });
});
afterAll(async () => {
  await receiver?.stop();
  await desk?.close();
});
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const table = () => desk.page.getByRole('grid', { name: 'Deliveries' });
const openTab = async (name: string) => {
  await desk.page.goto(`/webhooks/${name}?tab=deliveries`);
  await desk.button('Send a test event').waitFor();
};

test('a webhook that has sent nothing says so, and a disabled one sends no test', async () => {
  const { page, button } = desk;
  await openTab('hook');
  await page.getByText('Nothing has been sent yet.').waitFor();
  await openTab('quiet');
  expect(await button('Send a test event').getAttribute('aria-disabled')).toBe('true');
  expect(receiver.calls).toHaveLength(0);
});

test('deliveries show what was called, what came back, and figures of the day', async () => {
  const { page, button } = desk;
  await openTab('hook');
  await button('Send a test event').click();
  await page.getByText('The test event is on its way.').waitFor();
  await table().getByText('Sent', { exact: true }).waitFor();
  expect(await page.getByLabel('The last 24 hours').innerText()).toContain('100%');
  await table().getByRole('button', { name: 'Details' }).click();
  await page.getByText(`POST ${receiver.url}`).waitFor();
  await page.getByText('taken', { exact: true }).waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.waitForURL('**/records?field=name**');
});

test('a failed delivery says why, waits for its next attempt, and can be sent again once it is given up', async () => {
  const { page, admin, app } = desk;
  receiver.answer((res) => void res.writeHead(503).end('closed for tea'));
  await add(admin, 'role', { owner: 'acme', name: 'support' });
  await openTab('hook');
  const row = table().getByRole('row').filter({ hasText: 'role acme/support' });
  await row.getByText('Waiting').waitFor();
  await row.getByText('Role added').waitFor();
  await expect.poll(() => receiver.calls.length).toBe(2);
  await row.getByRole('button', { name: 'Details' }).click();
  await page.getByText('closed for tea').first().waitFor();
  await page.getByText('It waits after a failure until').waitFor();
  await page.getByText('The receiver answered 503.').first().waitFor();
  const guide = page.getByRole('link', { name: 'See what to do', exact: true }).first();
  expect(await guide.getAttribute('href')).toBe('/docs/errors/answered');
  await app.db('webhook_deliveries').where({ object: 'role acme/support' }).update({ state: 'dead', next_time: null });
  await row.getByText('Given up').waitFor();
  receiver.answer(takes);
  await row.getByRole('button', { name: 'Send again: Role added' }).click();
  await row.getByText('Sent', { exact: true }).waitFor();
  expect(receiver.taken.at(-1)?.body.object).toBe('role acme/support');
});

test('deliveries are found by state and event, and fit a phone', async () => {
  const { page, button, choose } = desk;
  await openTab('hook');
  await choose(button('Event: Every event'), 'Test');
  await expect.poll(() => table().getByText('role acme/support').count()).toBe(0);
  await choose(page.getByRole('button', { name: /^State/ }), 'Given up');
  await page.getByText('No delivery fits these filters.').waitFor();
  await choose(page.getByRole('button', { name: /^State/ }), 'Every state');
  await table().waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => overflow(page)).toEqual([]);
  await page.setViewportSize({ width: 1600, height: 1000 });
});

test('a failing webhook says why in the list and on its page, and a delivery that waits is sent at once', async () => {
  const { page, admin, app } = desk;
  receiver.answer((res) => void res.writeHead(503).end());
  await add(admin, 'role', { owner: 'acme', name: 'sales' });
  await expect.poll(async () => (await desk.stored('webhook', 'admin/hook')).problemCode).toBe('answered');
  await page.goto('/webhooks');
  const listed = page.getByRole('row').filter({ hasText: 'The receiver answered 503' });
  await listed.getByText('Failing', { exact: true }).waitFor();
  await openTab('hook');
  await page.getByText('The receiver fails since').waitFor();
  await page.getByText('After three days of failures the webhook is disabled').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  receiver.answer(takes);
  const row = table().getByRole('row').filter({ hasText: 'role acme/sales' });
  await row.getByRole('button', { name: 'Send now: Role added' }).click();
  await row.getByText('Sent', { exact: true }).waitFor();
  await app
    .db('webhooks')
    .where({ name: 'quiet' })
    .update({ failing_since: new Date(), problem_code: 'no-tls', problem_value: 'x.example:443' });
  await page.goto('/webhooks/quiet');
  await page.getByText('The webhook is disabled, because its receiver failed since').waitFor();
  await page.getByText('Port 443 of x.example does not speak TLS.').waitFor();
});

test('a secret is made, shown once and copied, and the page can be saved afterwards', async () => {
  const { page, button, save } = desk;
  await page.goto('/webhooks/hook');
  await button('Make a new secret').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The former secret signs too for 24 hours.').waitFor();
  await dialog.getByRole('button', { name: 'Make a new secret' }).click();
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'Copy: Secret' }).click();
  await page.context().grantPermissions(['clipboard-read']);
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await button('I have copied it').click();
  await page.getByText('The former secret signs too until').waitFor();
  expect(await page.content()).not.toContain(secret);
  await desk.field('URL').fill(`${receiver.url}?again`);
  await save();
});

test('events are grouped, and one tick chooses all of a subject', async () => {
  const { page, save } = desk;
  await page.goto('/webhooks/hook');
  const events = page.getByRole('group', { name: 'Events', exact: true });
  const users = events.getByRole('checkbox', { name: 'Users', exact: true });
  await users.check();
  await events.getByRole('checkbox', { name: 'Roles', exact: true }).click();
  await save();
  expect((await desk.stored('webhook', 'admin/hook')).events.sort()).toEqual(
    ['add-role', 'add-user', 'delete-role', 'delete-user', 'update-role', 'update-user'].sort(),
  );
  await events.getByRole('button', { name: 'Events: Users' }).click();
  await events.getByRole('checkbox', { name: 'User deleted' }).uncheck();
  await expect.poll(() => users.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
  expect(await findingsInFull(page)).toEqual([]);
});
