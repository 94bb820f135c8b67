import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { type PagesWorld, startPages, visitPage } from '../world/pages-world.ts';
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
    await prove(world, page, name);
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
    await prove(world, page, 'carla');
    await page.reload();
    await at(page, 'Reset');
    await change(page, 'a-new-password');
    await page.waitForURL('**/login/acme');
    await world.app.signedIn('acme', 'carla', 'a-new-password');
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
