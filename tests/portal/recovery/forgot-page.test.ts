import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { focused, type PagesWorld, startPages, visitPage } from '../world/pages-world.ts';

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
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const at = (page: Page, step: string) => page.locator('[aria-current=step]', { hasText: step }).waitFor();

async function identify(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username, email or phone').fill(username);
  await press(page, 'Next step');
  await at(page, 'Verify');
}

/** The first two steps, with the code from the mail server. */
async function prove(page: Page, name: string): Promise<void> {
  await identify(page, name);
  await press(page, 'Send Code: Verification code');
  await page.getByRole('button', { name: 'Code Sent' }).waitFor();
  await page.getByLabel('Verification code', { exact: true }).fill(await world.mail.codeTo(`${name}@acme.example`));
  await press(page, 'Next step');
  await at(page, 'Reset');
}

async function change(page: Page, newPassword: string, confirm = newPassword): Promise<void> {
  const [field, status] = [page.getByLabel('New password', { exact: true }), page.getByRole('status')];
  await field.fill('correct-horse-battery-staple-9');
  await status.getByText('Strength: strong', { exact: true }).waitFor();
  await field.fill(newPassword);
  await page.getByLabel('Confirm', { exact: true }).fill(confirm);
  await press(page, 'Change Password');
}

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

  test('is replaced at the platform’s page by users of the organization in its address', async () => {
    const name = `edith-${randomUUID().slice(0, 8)}`;
    await aUser(name);
    const { data } = (await world.root.get('get-application', { id: 'admin/app-built-in' })).body;
    const providers = [{ name: 'provider_mail' }];
    await world.root.post('update-application', { ...data, providers }, { query: { id: 'admin/app-built-in' } });
    const { page, complaints } = await visit('/login/acme');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL('**/forget?organization=acme');
    await page.locator('footer').getByText('Acme').waitFor();
    await prove(page, name);
    await change(page, 'a-new-password');
    await page.waitForURL('**/login/acme');
    await page.getByText('Your password has been changed.').waitFor();
    await world.app.signedIn('acme', name, 'a-new-password');
    expect(complaints).toEqual([]);
    // A user who opens the page by its address returns to the same sign-in page.
    const { page: straight } = await visit('/forget?organization=acme');
    await expect.poll(() => straight.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login/acme');
  });

  test('is recovered at the typed address, which can no longer be changed', async () => {
    const { page } = await visit();
    await identify(page, 'bernard@acme.example');
    const contact = page.getByLabel('Email', { exact: true });
    await expect.poll(() => contact.inputValue()).toBe('bernard@acme.example');
    expect(await contact.getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('radio').count()).toBe(0);
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

  test('is recovered at a number with the prefix of its country', async () => {
    const { page } = await visit();
    await identify(page, '+86 (135) 1234-5678');
    await expect.poll(() => page.getByLabel('Phone', { exact: true }).inputValue()).toBe('13512345678');
  });

  test('goes back a step with the browser, and keeps its step over a reload', async () => {
    const { page } = await visit();
    await identify(page, 'carla');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('c***a@a**e.example');
    await page.goBack();
    await at(page, 'Account');
    await expect.poll(() => page.getByLabel('Username, email or phone').inputValue()).toBe('carla');
    await page.goForward();
    await at(page, 'Verify');
    await page.reload();
    await at(page, 'Verify');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('c***a@a**e.example');
    await page.goBack();
    await at(page, 'Account');
    await expect.poll(() => page.getByLabel('Username, email or phone').inputValue()).toBe('carla');
    await prove(page, 'carla');
    await page.reload();
    await at(page, 'Reset');
    await change(page, 'a-new-password');
    await page.waitForURL('**/login/acme');
    await world.app.signedIn('acme', 'carla', 'a-new-password');
  });

  test('S27 is not set by a user who takes too long, who learns it and starts again', async () => {
    const { page, context } = await visit();
    await prove(page, 'cecil');
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

describe('recovery is closed', () => {
  test.each([
    ['en-US', 'Password recovery is closed. Contact your administrator.'],
    ['zh-CN', '密码找回已关闭。请联系管理员。'],
  ])('without the application (%s)', async (locale, text) => {
    const { page } = await visit('/forget/nowhere', { locale });
    await page.getByText(text).waitFor();
  });

  test('where nobody signs in with a password', async () => {
    await add(world.root, 'application', {
      name: 'codes-only',
      organization: 'acme',
      cert: 'cert-built-in',
      enablePassword: false,
    });
    const { page } = await visit('/forget/codes-only');
    await page.getByText('Password recovery is closed. Contact your administrator.').waitFor();
    expect(await page.locator('form').count()).toBe(0);
  });

  test('for a signed-in user, who is led home', async () => {
    const { page } = await visit('/login/acme');
    await page.getByLabel('Username, email or phone').fill('dora');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Sign In');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    for (const path of ['/forget/shop', '/signup/shop', '/result/shop']) {
      await page.goto(path);
      await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    }
  });
});

test.each([1280, 320])('axe finds nothing on any step, and nothing is cut off (%s pixels)', async (width) => {
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
});
