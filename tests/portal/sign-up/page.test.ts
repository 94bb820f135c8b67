import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { isFull } from '../../harness/runner/tier.ts';
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
});

describe('for everybody', () => {
  test('the width of the form follows the window', async () => {
    const { page } = await visit(await withEverything());
    for (const [width, expected] of [
      [1280, 400],
      [430, 250],
      [375, 250],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(async () => Math.round((await page.locator('form').boundingBox())?.width ?? 0)).toBe(expected);
    }
  });

  test.each(isFull() ? [1280, 320] : [320])(
    'axe finds nothing in either theme, and nothing is cut off (%s pixels)',
    async (width) => {
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
    },
  );
});
