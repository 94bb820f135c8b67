import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
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

const id = item('ID', { visible: false, required: true, rule: 'Random' });
const everything = [
  id,
  item('Username'),
  item('Display name'),
  item('Affiliation'),
  item('Country/Region'),
  item('ID card'),
  item('Email', { rule: 'Normal' }),
  item('Phone'),
  ...passwordItems,
  item('Agreement'),
];

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

const withEverything = () => signupApplication(world, 'everything', everything);
const withCountry = () =>
  signupApplication(world, 'travel', [item('Username'), item('Country/Region'), ...passwordItems]);

describe('the sign-up page', () => {
  test('asks for what the application’s items say, in their order, and says what is missing', async () => {
    const { page, complaints } = await visit(await withEverything());
    await expect
      .poll(() => labels(page))
      .toEqual([
        'Username',
        'Display name',
        'Affiliation',
        'Country/Region',
        'ID card',
        'Email',
        'Email code',
        'Phone',
        'Phone code',
        'Password',
        'Confirm',
        'I accept the Terms of Use',
      ]);
    await submit(page);
    await expect
      .poll(() => told(page))
      .toEqual([
        'Please input your username!',
        'Please input your display name!',
        'Please input your affiliation!',
        'Please select your country/region!',
        'Please input your ID card number!',
        'Please input your Email!',
        'Please input your phone number!',
        'Please input your password, at least 8 characters!',
        'Please confirm your password!',
        'Please accept the agreement!',
      ]);
    await expect.poll(() => focused(page)).toBe('username');
    await fill(page, {
      Username: '9lives',
      'ID card': '123',
      Email: 'no address',
      Phone: '12345',
      Password: 'short',
      Confirm: 'other',
    });
    await submit(page);
    await expect
      .poll(() => told(page))
      .toEqual([
        'Use at least 2 letters, digits or underscores. Do not start with a digit.',
        'Please input your display name!',
        'Please input your affiliation!',
        'Please select your country/region!',
        'Please input the correct ID card number!',
        'The input is not valid Email!',
        'Please input your verification code!',
        'The input is not valid Phone!',
        'Please input your phone verification code!',
        'Please input your password, at least 8 characters!',
        'Your confirmed password is inconsistent with the password!',
        'Please accept the agreement!',
      ]);
    expect(complaints).toEqual([]);
  });

  test('shows a problem beside a field that the user leaves, until the value is right', async () => {
    const { page } = await visit(await withEverything());
    await field(page, 'Email').fill('nobody');
    await field(page, 'Phone').focus();
    await expect.poll(() => told(page)).toEqual(['The input is not valid Email!']);
    await expect.poll(() => field(page, 'Email').getAttribute('aria-describedby')).toContain('email-problem');
    await field(page, 'Email').pressSequentially('@example.com');
    await expect.poll(() => told(page)).toEqual([]);
    await field(page, 'Phone').press('Tab');
    await expect.poll(() => told(page)).toEqual([]);
  });

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

  test('keeps its values when the server refuses, and shows the problem beside the field', async () => {
    const { page } = await visit(await withCountry());
    await fill(page, { Username: 'alice', 'Country/Region': 'France', ...secret });
    await submit(page);
    await page.getByText('username already exists').waitFor();
    await expect.poll(() => field(page, 'Username').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field(page, 'Username').inputValue()).toBe('alice');
    await expect.poll(() => field(page, 'Country/Region').inputValue()).toBe('France (FR)');
    await expect.poll(() => field(page, 'Password').inputValue()).toBe(secret.Password);
    await field(page, 'Username').fill('alicia');
    await submit(page);
    await page.waitForURL('**/result/travel');
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

describe('for everybody', () => {
  test.each([
    [1280, 400],
    [430, 250],
    [375, 250],
  ])('the width of the form follows the window (%i pixels: %i)', async (width, expected) => {
    const { page } = await visit(await withEverything(), { viewport: { width, height: 700 } });
    await expect.poll(async () => Math.round((await page.locator('form').boundingBox())?.width ?? 0)).toBe(expected);
  });

  test.each([1280, 320])('axe finds nothing in either theme, and nothing is cut off (%s pixels)', async (width) => {
    const { page } = await visit(await withEverything(), { viewport: { width, height: 700 } });
    await submit(page);
    expect(await findings(page)).toEqual([]);
    const region = page.getByRole('combobox', { name: 'Country/Region' });
    await region.click();
    expect(await findings(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await region.press('Escape');
    // As low as a window at four times the size, or half covered by a keyboard.
    await page.setViewportSize({ width, height: 256 });
    await region.click();
    const sides = `['#region', '#regions'].map((each) => document.querySelector(each).getBoundingClientRect())`;
    await expect
      .poll(() => page.evaluate(`${sides}.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)`))
      .toBe(true);
    // Forced colours still show which option Enter would take.
    await page.emulateMedia({ forcedColors: 'active' });
    await region.press('ArrowDown');
    const colours = `[...document.querySelectorAll('#regions > *')].slice(0, 2).map((each) => getComputedStyle(each).backgroundColor)`;
    await expect.poll(async () => new Set((await page.evaluate(colours)) as string[]).size).toBe(2);
  });
});
