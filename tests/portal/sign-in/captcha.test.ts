import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
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
  test('asks for a captcha with the right password, and goes on to the client', async () => {
    const { page, name, complaints } = await afterFailures(portal, 'human');
    await signIn(page, name, password);
    await dialog(page).waitFor();
    expect(await findings(page)).toEqual([]);
    await solveCaptcha(page);
    expect((await arrival(page)).searchParams.get('code')).toBeTruthy();
    expect(complaints).toEqual([]);
  });
});
