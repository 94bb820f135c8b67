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
  await expect.poll(() => receiver.calls.length).toBe(2);
  await row.getByRole('button', { name: 'Details' }).click();
  await page.getByText('closed for tea').first().waitFor();
  await page.getByText('Next attempt:').waitFor();
  await app.db('webhook_deliveries').where({ object: 'role acme/support' }).update({ state: 'dead', next_time: null });
  await row.getByText('Given up').waitFor();
  receiver.answer(takes);
  await row.getByRole('button', { name: 'Send again: add-role' }).click();
  await row.getByText('Sent', { exact: true }).waitFor();
  expect(receiver.taken.at(-1)?.body.object).toBe('role acme/support');
});

test('deliveries are found by state and event, and fit a phone', async () => {
  const { page, button, choose } = desk;
  await openTab('hook');
  await choose(button('Event: Every event'), 'test');
  await expect.poll(() => table().getByText('role acme/support').count()).toBe(0);
  await choose(page.getByRole('button', { name: /^State/ }), 'Given up');
  await page.getByText('No delivery fits these filters.').waitFor();
  await choose(page.getByRole('button', { name: /^State/ }), 'Every state');
  await table().waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => overflow(page)).toEqual([]);
  await page.setViewportSize({ width: 1600, height: 1000 });
});
