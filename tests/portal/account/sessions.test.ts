import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { add } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { requestOf } from '../world/portal-pages.ts';
import { button, done, signInAt, visitAccount } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const sessions = '/account/sessions';

test('the end of the session of another browser is seen there at once, because its page is told', async () => {
  const here = await visitAccount(world, { at: sessions });
  const there = await signInAt(world, here.name, '/account');
  await here.page.reload();
  await here.page.getByText('This device').waitFor();
  const rows = here.page.getByRole('listitem').filter({ hasText: 'Signed in' });
  await expect.poll(() => rows.count()).toBe(2);
  expect(await findings(here.page)).toEqual([]);
  const listening = there.page.waitForResponse('**/api/account-events');
  await there.page.reload();
  await listening;
  const left = there.page.waitForURL(/\/login(\/|\?|$)/);
  const answered = here.page.waitForResponse('**/api/end-account-sessions');
  await here.page.getByRole('button', { name: /^End session: / }).click();
  await answered;
  await left;
  await done(here.page, 'The session has ended');
  await expect.poll(() => rows.count()).toBe(1);
  expect(await button(here.page, 'End all other sessions').count()).toBe(0);
  expect([...here.complaints, ...there.complaints]).toEqual([]);
});

test('a user sees which application acts for them with which rights, and withdraws it', async () => {
  const callback = 'https://app.example/callback';
  await add(world.root, 'application', {
    name: 'calendar',
    displayName: 'Calendar',
    organization: 'acme',
    cert: 'cert-built-in',
    redirectUris: [callback],
    grantTypes: ['authorization_code', 'refresh_token'],
    requireConsent: true,
    enableSigninSession: true,
  });
  const { data } = (await world.root.get('get-application', { id: 'admin/calendar' })).body;
  const person = await visitAccount(world, { at: '/account/applications' });
  const { page, context } = person;
  await page.getByText('No application uses your account.').waitFor();
  await context.route('https://app.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Calendar</title>' }),
  );
  await page.goto(requestOf(data as Application, { scope: 'openid email' }));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(`${callback}?**`);

  await page.goto('/account/applications');
  await page.getByText('Calendar', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.goto(sessions);
  await page.getByText(/^Used for .*Calendar$/).waitFor();
  await page.goto('/account/applications');
  await page.getByRole('button', { name: 'Withdraw the access of Calendar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Calendar', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Withdraw the access of Calendar' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await done(page, 'Calendar no longer has access');
  await page.getByText('No application uses your account.').waitFor();
  expect(person.complaints).toEqual([]);
});

test('all other sessions end with one button, and this one stays', async () => {
  const here = await visitAccount(world, { at: sessions });
  const others = [await signInAt(world, here.name, sessions), await signInAt(world, here.name, '/account/security')];
  await here.page.reload();
  await button(here.page, 'End all other sessions').click();
  await done(here.page, 'All other sessions have ended');
  for (const { page } of others) await page.waitForURL(/\/login(\/|\?|$)/);
  await here.page.reload();
  await here.page.getByText('This device').waitFor();
});
