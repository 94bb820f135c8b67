import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { field, type PagesWorld, signupApplication, startPages, visitPage } from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  await add(world.root, 'user', {
    ...{ owner: 'acme', name: 'olga', password, email: 'olga@acme.example', phone: '13812345678' },
  });
});
afterAll(() => world?.stop());

const visit = (path: string) => visitPage(world, path);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

async function choose(page: Page, language: string, title: string): Promise<void> {
  const box = page.locator('footer select').first();
  await box.focus();
  await box.selectOption(language);
  await heading(page, title);
}

describe('Another language', () => {
  test('asks for a name in its form, but not after the user has typed some of it', async () => {
    const named = [{ name: 'Username' }, { name: 'Display name', rule: 'First, last' }, { name: 'Password' }];
    const { page } = await visit(await signupApplication(world, 'named', named));
    await choose(page, 'zh', '注册');
    await field(page, '真实姓名').waitFor();
    await choose(page, 'en', 'Sign Up');
    await field(page, 'First name').fill('Ada');
    await choose(page, 'zh', '注册');
    expect(await field(page, '名').inputValue()).toBe('Ada');
  });

  test('keeps the step of recovery', async () => {
    const { page } = await visit('/forget/shop');
    await field(page, 'Username, email or phone').fill('olga');
    await page.keyboard.press('Enter');
    await page.getByLabel('Phone: 138****5678').check();
    await field(page, 'Verification code').fill('123');
    await page.keyboard.press('Enter');
    await page.getByText('Code has not been sent yet!', { exact: true }).waitFor();
    await choose(page, 'ja', 'パスワードを再設定');
    await page.getByText('コードはまだ送信されていません', { exact: true }).waitFor();
    expect(await page.locator('[aria-current=step]').textContent()).toBe('確認');
    expect(await page.getByRole('radio', { checked: true }).locator('..').textContent()).toContain('138****5678');
    expect(await field(page, '認証コード').inputValue()).toBe('123');
  });

  test('keeps the values of the sign-in form, and shows in the new language why it failed', async () => {
    const { page } = await visit('/login/acme');
    await field(page, 'Username, email or phone').fill('olga');
    await field(page, 'Password').fill('mistyped');
    await field(page, 'Password').press('Enter');
    const alert = page.getByRole('alert');
    await alert.getByText('Failed to log in: Incorrect username or password', { exact: true }).waitFor();
    await choose(page, 'ru', 'Вход');
    await alert.getByText('Не удалось войти: Неверное имя пользователя или пароль', { exact: true }).waitFor();
    await page.route('**/api/login', (route) => route.abort());
    await page.locator('[name=password]').fill(password);
    await page.locator('[name=password]').press('Enter');
    await alert.getByText('Не удалось связаться с сервером: Failed to fetch', { exact: true }).waitFor();
    await choose(page, 'de', 'Anmelden');
    await alert.getByText('Verbindung zum Server fehlgeschlagen: Failed to fetch', { exact: true }).waitFor();
    await page.unroute('**/api/login');
    await page.locator('[name=password]').press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  });

  test('that does not load is reported, and everything stays as it is', async () => {
    const { page } = await visit('/login/acme');
    await field(page, 'Username, email or phone').fill('olga');
    await page.route('**/portal-words-*', (route) => route.abort());
    const box = page.getByRole('combobox', { name: 'Language' });
    await box.selectOption('ko');
    await page.getByText('A part of the page could not be loaded.').waitFor();
    expect(await box.inputValue()).toBe('en');
    expect(await field(page, 'Username, email or phone').inputValue()).toBe('olga');
  });
});
