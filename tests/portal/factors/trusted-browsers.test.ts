import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';
import { anEnrolled, button, codeNow, heading, welcome } from './people.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
  await portal.root.post('update-organization', { trustedDeviceDays: 30 }, { query: { id: 'admin/acme' } });
});
afterAll(() => portal?.stop());

test('a person trusts a browser, sees it on their account page, and ends the trust in it alone', async () => {
  const { name, secret } = await anEnrolled(portal);
  const { page, complaints } = await portal.visit();
  const begin = async () => {
    await page.goto('/login/acme');
    await signIn(page, name, password);
  };
  const leave = async () => {
    await page.goto('/logout');
    await button(page, 'Sign In').waitFor();
  };
  await begin();
  await page.getByLabel('Trust this browser for 30 days').check();
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 1));
  await button(page, 'Confirm').click();
  await welcome(page);
  await leave();
  await begin();
  await welcome(page);
  await page.goto('/account/security');
  const row = page.getByRole('list', { name: 'Trusted browsers' }).getByRole('listitem');
  await row.getByText('This device').waitFor();
  expect(await row.count()).toBe(1);
  expect(await findings(page)).toEqual([]);
  await row.getByRole('button', { name: /^Forget: / }).click();
  await page.getByRole('status').getByText('The browser is not trusted any more').waitFor();
  await row.waitFor({ state: 'detached' });
  await leave();
  await begin();
  await heading(page, 'Second factor');
  expect(complaints).toEqual([]);
});
