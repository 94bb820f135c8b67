import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { add, password } from '../../harness/world.ts';
import { cutOff, speakPseudo, untranslated } from '../pages/pseudo-page.ts';
import { arrival, enter, openedPage, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
let shop: Application;
let foreign: Application;
beforeAll(async () => {
  portal = await openPortal();
  const open = { enableSignUp: true, enableCodeSignin: true };
  shop = await portal.application('shop', { displayName: '[Shop]', logo: 'https://app.example/logo.png', ...open });
  foreign = await portal.application('foreign', { displayName: '[Foreign]', requireConsent: true });
});
afterAll(() => portal?.stop());

const phone = { viewport: { width: 320, height: 640 } };
const field = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Each view of the page, with the way to it. */
const views: Record<string, (page: Page) => Promise<unknown>> = {
  'the form': (page) => page.goto(requestOf(shop)),
  'the form with mistakes': async (page) => {
    await page.goto(requestOf(shop));
    await page.locator('button.primary').click();
  },
  'a refused password': async (page) => {
    await page.goto(requestOf(shop));
    await page.locator('#username').fill('alice');
    await page.locator('#password').fill('wrong');
    await page.locator('button.primary').click();
    await page.locator('.alert.danger').waitFor();
  },
  'the form for codes': async (page) => {
    await page.goto(requestOf(shop));
    await page.locator('form > button.link').click();
    await page.locator('#code').waitFor();
  },
  'the question for consent': async (page) => {
    await page.goto(requestOf(foreign));
    await page.locator('#username').fill('alice');
    await page.locator('#password').fill(password);
    await page.locator('button.primary').click();
    await page.locator('.scopes').waitFor();
  },
  'the offer to continue': async (page) => {
    const opened = await openedPage(page, shop);
    await page.goto('/login/acme');
    await page.locator('#username').fill('alice');
    await page.locator('#password').fill(password);
    await page.locator('button.primary').click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(opened);
    await page.locator('.signed-in').waitFor();
  },
  'a problem': (page) => page.goto('/signup/nothing-here'),
};

// Those with the most on them, and in the second tier all views.
const richest = ['the form with mistakes', 'the question for consent'];

describe.each(isFull() ? Object.keys(views) : richest)('%s', (name) => {
  const view = views[name] as (page: Page) => Promise<unknown>;

  test('has nothing that axe finds, light and dark', async () => {
    const { page } = await portal.visit();
    await view(page);
    await page.locator('main:not([aria-busy]) h1').waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('fits 320 pixels in both directions, with words a third longer', async () => {
    const { page } = await portal.visit(phone);
    await speakPseudo(page);
    await view(page);
    await page.locator('main:not([aria-busy]) h1').waitFor();
    expect(await cutOff(page)).toEqual([]);
    expect(await untranslated(page, ['Acme', 'Doorwright', 'alice (Alice Liddell)', 'Failed to log in'])).toEqual([]);
  });
});

test('names of one long word fit 320 pixels', async () => {
  const [name, displayName] = [`long-${randomUUID().slice(0, 8)}`, 'W'.repeat(100)];
  const hebrew = `${'ש'.repeat(99)}!`;
  await add(portal.root, 'user', { owner: 'acme', name, displayName: hebrew, password });
  const named = await portal.application(name, { displayName, requireConsent: true, enableSigninSession: true });
  const { page } = await portal.visit(phone);
  await enter(page, name);
  await page.goto(requestOf(named));
  // Text from right to left keeps its own marks, and nothing of the sentence around it.
  await page.getByText(`Signed in as \u2068${hebrew}\u2069`).waitFor();
  expect(await cutOff(page)).toEqual([]);
  await page.goto(requestOf(named, { prompt: 'select_account' }));
  await page.getByText('Continue with:').waitFor();
  expect(await cutOff(page)).toEqual([]);
});

describe('Without a mouse', () => {
  test('the focus follows the reading order, and Enter signs in', async () => {
    const { page } = await portal.visit();
    await page.goto(requestOf(shop));
    await field(page).waitFor();
    const names: string[] = [];
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('username');
    for (let press = 0; press < 8; press++) {
      if (press > 0) await page.keyboard.press('Tab');
      names.push(
        await page.evaluate<string>(
          '(({ id, ariaLabel, textContent }) => id || ariaLabel || textContent)(document.activeElement)',
        ),
      );
    }
    expect(names).toEqual([
      'username',
      'password',
      'Show password',
      'autoSignin',
      'Forgot password?',
      'Sign In',
      'Sign in with code',
      'Sign up now',
    ]);
    await page.locator('#username').focus();
    await page.keyboard.type('alice');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
  });

  test('a problem moves the focus to its field, which describes it', async () => {
    const { page } = await portal.visit();
    await page.goto(requestOf(shop));
    await button(page, 'Sign In').press('Enter');
    const focused = page.locator(':focus');
    await expect.poll(() => focused.getAttribute('id')).toBe('username');
    await expect.poll(() => focused.getAttribute('aria-invalid')).toBe('true');
    const described = (await focused.getAttribute('aria-describedby')) ?? '';
    await expect
      .poll(() => page.locator(`#${described}`).textContent())
      .toBe('Please input your username, Email or phone!');
    await focused.fill('alice');
    await button(page, 'Sign In').press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('password');
  });
});

test('password managers know the fields', async () => {
  const { page } = await portal.visit();
  await page.goto(requestOf(shop));
  await field(page).waitFor();
  const autocomplete = (id: string) => page.locator(`#${id}`).getAttribute('autocomplete');
  expect([await autocomplete('username'), await autocomplete('password')]).toEqual(['username', 'current-password']);
  // Some password managers send only a change event.
  await page.evaluate(`(() => {
    const field = document.getElementById('username');
    field.value = 'alice@acme.example';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  await button(page, 'Sign in with code').click();
  await button(page, 'Send Code: Verification code').waitFor();
  expect([await autocomplete('username'), await autocomplete('code')]).toEqual(['username', 'one-time-code']);
  expect(await page.locator('#username').inputValue()).toBe('alice@acme.example');
});
