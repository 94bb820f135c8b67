import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

test('the page for people of a directory is reached from its organization, and says so if the directory does not answer', async () => {
  const { admin, page, heading, button } = desk;
  const values = {
    owner: 'built-in',
    serverName: 'Closed',
    host: '127.0.0.1',
    port: 1,
    admin: 'cn=admin',
    passwd: 'x',
  };
  const { id } = await add(admin, 'ldap', { ...values, baseDn: 'dc=closed,dc=example' });
  await page.goto('/organizations/built-in?tab=directories');
  await button('Actions for Closed').click();
  await page.getByRole('menuitem', { name: 'Sync', exact: true }).click();
  await page.waitForURL(`**/ldap/sync/${id}`);
  await heading('Sync Closed');
  await button('Try again').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => overflow(page)).toEqual([]);
  await page.getByRole('link', { name: 'Settings and runs of the directory' }).click();
  await page.waitForURL(`**/ldap/${id}`);
});

test('a directory that does not exist has no page of people', async () => {
  await desk.page.goto('/ldap/sync/nowhere');
  await desk.page.getByText('Sorry, the page you visited does not exist.').waitFor();
});
