import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  field,
  fill,
  focused,
  item,
  type PagesWorld,
  passwordItems,
  secret,
  signupApplication,
  startPages,
  submit,
  visitPage,
} from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const visit = (path: string, options = {}) => visitPage(world, path, options);
const labels = (page: Page) => page.locator('form label').allTextContents();
const told = async (page: Page) =>
  (await page.locator('.missing').allTextContents()).filter((text) => text.trim() !== '');
const stored = (name: string) => world.app.store('user').find(world.app.db, 'acme', name);

const withCountry = () =>
  signupApplication(world, 'travel', [item('Username'), item('Country/Region'), ...passwordItems]);

describe('the sign-up page', () => {
  test('asks for a real name, for first and last name, or for one name in Chinese', async () => {
    const real = await signupApplication(world, 'real', [
      ...passwordItems,
      item('Display name', { rule: 'Real name' }),
    ]);
    const { page } = await visit(real);
    await expect.poll(() => labels(page)).toEqual(['Password', 'Confirm', 'Real name']);
    await submit(page);
    await expect.poll(() => told(page)).toContain('Please input your real name!');
    const split = await signupApplication(world, 'split', [
      ...passwordItems,
      item('Display name', { rule: 'First, last' }),
    ]);
    await page.goto(split);
    await expect.poll(() => labels(page)).toEqual(['Password', 'Confirm', 'First name', 'Last name']);
    await submit(page);
    await expect
      .poll(() => told(page))
      .toEqual(expect.arrayContaining(['Please input your first name!', 'Please input your last name!']));
    const { page: chinese } = await visit(split, { locale: 'zh-CN' });
    await expect.poll(() => labels(chinese)).toEqual(['密码', '确认密码', '真实姓名']);
    await fill(chinese, { 密码: 'a-good-password', 确认密码: 'a-good-password', 真实姓名: '王小明' });
    await submit(chinese, '注册');
    await chinese.waitForURL('**/result/split');
    await chinese.getByText('您的账户已创建！').waitFor();
    expect(await world.app.db('users').where({ display_name: '王小明', owner: 'acme' }).first()).toBeDefined();
  });

  test('asks for a name and a password even without items for them, and for no code of an email without verification', async () => {
    const items = [
      item('Username', { required: false }),
      item('Email', { rule: 'No verification', required: false }),
      item('Confirm password', { required: false }),
      item('Agreement'),
    ];
    const { page } = await visit(await signupApplication(world, 'bare', items));
    await expect
      .poll(() => labels(page))
      .toEqual(['Username', 'Email (optional)', 'Password', 'Confirm', 'I accept the Terms of Use']);
    await fill(page, { Username: 'bernard', ...secret });
    await field(page, 'I accept the Terms of Use').check();
    // A text beside a field does not repeat its name, least of all the technical one.
    await field(page, 'Email (optional)').fill(`${'b'.repeat(60)}@${'c'.repeat(60)}.example`);
    await submit(page);
    await expect.poll(() => told(page)).toEqual(['must have at most 100 characters']);
    await expect.poll(() => focused(page)).toBe('email');
    await field(page, 'Email (optional)').fill('');
    await submit(page);
    await page.getByRole('heading', { name: 'Your account has been created!' }).waitFor();
    expect(await stored('bernard')).toMatchObject({ email: '', signupApplication: 'bare' });
  });

  test('brings the message of a failed request into view, and loses nothing', async () => {
    const { page, context } = await visit(await withCountry(), { viewport: { width: 320, height: 400 } });
    const typed = { Username: 'renata', 'Country/Region': 'Italy', ...secret };
    await fill(page, typed);
    await context.route('**/api/signup', (route) => route.abort());
    await submit(page);
    const alert = page.getByRole('alert').getByText('Failed to connect to server');
    await alert.waitFor();
    const box = await alert.boundingBox();
    expect(box && box.y >= 0 && box.y < 400).toBe(true);
    for (const [label, text] of Object.entries(typed))
      await expect.poll(() => field(page, label).inputValue()).toBe(label === 'Country/Region' ? 'Italy (IT)' : text);
    await context.unroute('**/api/signup');
    await submit(page);
    await page.waitForURL('**/result/travel');
  });
});
