import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { solveCaptcha } from '../world/pages-world.ts';
import { arrival, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
  await add(portal.root, 'provider', { name: 'human', category: 'Captcha', type: 'Default' });
  await add(portal.root, 'provider', {
    name: 'away',
    category: 'Captcha',
    type: 'hCaptcha',
    clientId: 'key',
    clientSecret: 'secret',
  });
}, 120_000);
afterAll(() => portal?.stop());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Captcha' });

/** A page of an application where somebody has typed five wrong passwords, after the minute of the lock. */
async function afterFailures(provider: string) {
  const name = `failing-${randomUUID().slice(0, 8)}`;
  await add(portal.root, 'user', { owner: 'acme', name, displayName: name, password });
  const application = await portal.application(name);
  await portal.root.post(
    'update-application',
    { providers: [{ name: provider }] },
    { query: { id: `admin/${application.name}` } },
  );
  const form = { type: 'login', application: application.name, organization: 'acme', username: name };
  for (let tries = 0; tries < 5; tries += 1) await portal.app.client().post('login', { ...form, password: 'wrong' });
  await portal.app.db('guess_counts').update({ locked_until_time: null });
  const visitor = await portal.visit();
  await visitor.page.goto(requestOf(application));
  return { ...visitor, name };
}

describe('After five wrong passwords, the sign-in page', () => {
  test('asks for a captcha with the right password, and goes on to the client', async () => {
    const { page, name, complaints } = await afterFailures('human');
    await signIn(page, name, password);
    await dialog(page).waitFor();
    expect(await findings(page)).toEqual([]);
    await solveCaptcha(page);
    expect((await arrival(page)).searchParams.get('code')).toBeTruthy();
    expect(complaints).toEqual([]);
  });

  test('asks again after a wrong answer, and says when the password is wrong', async () => {
    const { page, name } = await afterFailures('human');
    await signIn(page, name, 'wrong');
    await dialog(page).getByLabel('Five digits of the picture').fill('00000');
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await dialog(page).getByText('Captcha Verify Failed').waitFor();
    await solveCaptcha(page);
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('alert').filter({ hasText: 'Failed to log in' }).waitFor();
    // The page knows now, so it asks before it sends the next password.
    await signIn(page, name, password);
    await solveCaptcha(page);
    await arrival(page);
  });

  test('stays on the form when the question is closed, and says when the vendor is away', async () => {
    const { page, name } = await afterFailures('human');
    await signIn(page, name, password);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByLabel('Password', { exact: true }).waitFor();

    const other = await afterFailures('away');
    await other.page.route('**/captcha/hCaptcha**', (route) => route.abort());
    await other.page.clock.install();
    await signIn(other.page, other.name, password);
    await other.page.locator('dialog iframe').waitFor({ state: 'attached' });
    await other.page.clock.runFor(16_000);
    await other.page.getByText('The captcha of hCaptcha does not load.').first().waitFor();
  });
});
