import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { solveCaptcha } from '../world/pages-world.ts';
import { arrival, type PortalPages } from '../world/portal-pages.ts';
import { afterFailures, openCaptchaPortal } from './failures.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openCaptchaPortal();
});
afterAll(() => portal?.stop());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Captcha' });

describe('After five wrong passwords, the sign-in page', () => {
  test('asks again after a wrong answer, and says when the password is wrong', async () => {
    const { page, name } = await afterFailures(portal, 'human');
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
    const { page, name } = await afterFailures(portal, 'human');
    await signIn(page, name, password);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByLabel('Password', { exact: true }).waitFor();

    const other = await afterFailures(portal, 'away');
    await other.page.route('**/captcha/hCaptcha**', (route) => route.abort());
    await other.page.clock.install();
    await signIn(other.page, other.name, password);
    await other.page.locator('dialog iframe').waitFor({ state: 'attached' });
    await other.page.clock.runFor(16_000);
    await other.page.getByText('The captcha of hCaptcha does not load.').first().waitFor();
  });
});
