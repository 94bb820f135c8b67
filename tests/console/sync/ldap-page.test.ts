import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryOf, person } from '../../harness/slapd/entries.ts';
import { type Directory, directoryAdmin, startSlapd, suffix } from '../../harness/slapd/slapd.ts';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';

let desk: Desk;
let directory: Directory | undefined;
beforeAll(async () => {
  desk = await openDesk({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8,::1/128' });
});
afterAll(async () => {
  await desk?.close();
  await directory?.stop();
});

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

test('chosen people of a directory become users, ten on a page, and those who are users cannot be chosen again', async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      ...Array.from({ length: 12 }, (_, at) =>
        person(`person${String(at).padStart(2, '0')}`, { gidNumber: `${1000 + (at % 2)}` }),
      ),
    ),
  });
  const { admin, page, button, heading } = desk;
  const { port, caCertificate } = directory;
  const { id } = await add(admin, 'ldap', {
    ...{
      owner: 'built-in',
      serverName: 'Open',
      host: 'localhost',
      port,
      caCertificate,
      baseDn: suffix,
      ...directoryAdmin,
    },
  });
  await page.goto(`/ldap/sync/${id}`);
  await heading('Sync Open');
  const rows = page.getByRole('row').filter({ hasText: 'Example' });
  await expect.poll(() => rows.count()).toBe(10);
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => overflow(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await button('Sync').click();
  await page.getByText('Please select al least 1 user first').waitFor();
  await page.getByRole('textbox', { name: 'Search' }).fill('person03');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('checkbox').check();
  await button('Sync').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sync' }).click();
  await page.waitForURL('**/organizations/built-in/users**');
  expect((await admin.get('get-user', { id: 'built-in/person03' })).body.data).toMatchObject({
    displayName: 'person03 Example',
  });

  await page.goto(`/ldap/sync/${id}`);
  await page.getByRole('textbox', { name: 'Search' }).fill('person03');
  await expect.poll(() => rows.getByRole('checkbox').isDisabled()).toBe(true);
});
