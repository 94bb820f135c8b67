import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { focused, type PagesWorld, startPages, visitPage } from '../world/pages-world.ts';
import { at, change, identify, press, prove } from './forgot-steps.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  await aUser('barbara', { phone: '13812345678' });
  for (const name of ['bernard', 'carla', 'cecil', 'dora']) await aUser(name);
});
afterAll(() => world?.stop());

const aUser = (name: string, more: Record<string, unknown> = {}) =>
  add(world.root, 'user', { owner: 'acme', name, password, email: `${name}@acme.example`, ...more });

const visit = (path = '/forget/shop', options = {}) => visitPage(world, path, options);

describe('a forgotten password', () => {
  test('is replaced in three steps, by keyboard, and the sign-in page says so', async () => {
    const { page, complaints } = await visit();
    await at(page, 'Account');
    await page.keyboard.press('Enter');
    await page.getByText('Please input your username!').waitFor();
    await expect.poll(() => focused(page)).toBe('username');
    await page.keyboard.type('barbara');
    await page.keyboard.press('Enter');
    await at(page, 'Verify');
    await expect.poll(() => focused(page)).toBe('contact');
    const choice = page.getByRole('group', { name: 'Choose email or phone' });
    await expect.poll(() => choice.getByRole('radio').count()).toBe(2);
    await expect.poll(() => choice.getByLabel('Email: b*****a@a**e.example').isChecked()).toBe(true);
    await expect.poll(() => choice.getByLabel('Phone: 138****5678').isChecked()).toBe(false);
    await press(page, 'Next step');
    await page.getByText('Please input your verification code!').waitFor();
    await expect.poll(() => focused(page)).toBe('code');
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    await page.getByText('Empty Code').waitFor();
    await page.getByRole('button', { name: 'Send Code' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Code Sent' }).waitFor();
    await expect.poll(() => focused(page)).toBe('code');
    await page.getByLabel('Verification code', { exact: true }).fill('');
    await page.keyboard.type(await world.mail.codeTo('barbara@acme.example'));
    await page.keyboard.press('Enter');
    await at(page, 'Reset');
    await expect.poll(() => focused(page)).toBe('newPassword');
    await change(page, 'short', 'other');
    await page.getByText('Please input your password, at least 8 characters!').waitFor();
    await page.getByText('Your confirmed password is inconsistent with the password!').waitFor();
    const sent = underWay(page.waitForRequest('**/api/reset-password'));
    await change(page, 'a-new-password');
    expect((await sent).postData()).not.toContain('a-new-password');
    await page.waitForURL('**/login/acme');
    await page.getByText('Your password has been changed. Sign in with the new one.').waitFor();
    await world.app.signedIn('acme', 'barbara', 'a-new-password');
    await page.reload();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await page.getByText('Your password has been changed').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('17.16 shows no old problem beside a field that the user corrects', async () => {
    const { page } = await visit();
    await identify(page, 'bernard');
    const code = page.getByLabel('Verification code', { exact: true });
    const told = page.locator('#code-problem');
    await code.fill('000000');
    await press(page, 'Next step');
    await expect.poll(() => told.textContent()).not.toBe('');
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    await code.fill('000001');
    await expect.poll(() => told.textContent()).toBe('');
    expect(await code.getAttribute('aria-invalid')).toBe('false');
    await press(page, 'Next step');
    await expect.poll(() => told.textContent()).not.toBe('');
  });

  test('S27 is not set by a user who takes too long, who learns it and starts again', async () => {
    const { page, context } = await visit();
    await prove(world, page, 'cecil');
    await context.clearCookies();
    await change(page, 'a-new-password');
    await page.getByText('Start again: an earlier step is missing or took too long').waitFor();
    await press(page, 'Start again');
    await at(page, 'Account');
    await world.app.signedIn('acme', 'cecil', password);
  });

  test('S25 looks the same for an existing and a missing user', async () => {
    const seen = async (name: string) => {
      const { page } = await visit();
      await identify(page, name);
      await press(page, 'Send Code: Verification code');
      await page.getByRole('button', { name: 'Code Sent' }).waitFor();
      await page.getByLabel('Verification code', { exact: true }).fill('00000');
      await press(page, 'Next step');
      await page.getByText('Wrong code!').waitFor();
      return (await page.locator('main').innerText()).replaceAll(/\d+ seconds|[a-z*]+@[a-z*.]+/g, '…');
    };
    expect(await seen('nobody@acme.example')).toBe(await seen('dora@acme.example'));
  });
});

test.each(isFull() ? [1280, 320] : [320])(
  'axe finds nothing on any step, and nothing is cut off (%s pixels)',
  async (width) => {
    const { page } = await visit('/forget/shop', { viewport: { width, height: 700 } });
    const isGood = async () => {
      expect(await findings(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    };
    await press(page, 'Next step');
    await isGood();
    await identify(page, 'barbara');
    await isGood();
    await page.goto('/result/shop');
    await page.getByRole('heading', { name: 'Your account has been created!' }).waitFor();
    await isGood();
  },
);
