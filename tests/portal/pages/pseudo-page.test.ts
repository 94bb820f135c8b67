import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../harness/runner/tier.ts';
import { add, password } from '../../harness/world.ts';
import { type PagesWorld, signupApplication, startPages } from '../world/pages-world.ts';
import { cutOff, speakPseudo, untranslated } from './pseudo-page.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  const names = ['Username', 'Affiliation', 'Country/Region', 'ID card', 'Email', 'Phone', 'Password', 'Agreement'];
  await signupApplication(
    world,
    'asking',
    [
      ...names.map((name) => ({ name, ...(name === 'Email' && { rule: 'Normal' }) })),
      { name: 'Display name', rule: 'First, last' },
      { name: 'Confirm password' },
    ],
    {
      termsOfUse: 'https://acme.example/terms',
      providers: ['mail', 'captcha', 'texts'].map((name) => ({ name: `provider_${name}` })),
    },
  );
  await signupApplication(world, 'closed', [{ name: 'Username' }], { enableSignUp: false });
  await add(world.root, 'user', {
    owner: 'acme',
    name: 'bea',
    password,
    email: 'bea@acme.example',
    phone: '13812345678',
  });
});
afterAll(() => world?.stop());

const press = (page: Page, selector = 'form > .button.primary') => page.locator(selector).click();

async function identify(page: Page): Promise<void> {
  await page.goto('/forget/shop');
  await page.locator('#username').fill('bea');
  await press(page);
  await page.locator('#code').waitFor();
}

/** Each view of the pages, with the way to it. */
const views: Record<string, (page: Page) => Promise<unknown>> = {
  'the sign-up form': (page) => page.goto('/signup/asking'),
  'the sign-up form with mistakes': async (page) => {
    await page.goto('/signup/asking');
    await press(page);
  },
  'the captcha': async (page) => {
    await page.goto('/signup/asking');
    await page.locator('#email').fill('new@post.example');
    await page.locator('.line:has(#emailCode) button').click();
    await page.locator('dialog #captcha').waitFor();
  },
  'terms that cannot be shown': async (page) => {
    await page.goto('/signup/asking');
    await page.locator('.check button').click();
    await page.locator('dialog [role=alert]').waitFor();
  },
  'closed sign-up': (page) => page.goto('/signup/closed'),
  'the result': (page) => page.goto('/result/asking'),
  'the first step of recovery': (page) => page.goto('/forget/shop'),
  'the second one, after a code': async (page) => {
    await identify(page);
    await page.locator('.line:has(#code) button').click();
    await page.locator('.help', { hasText: '0' }).waitFor();
  },
};

// Names, messages of the server, which has no pseudo-language, and the sentence with a button.
const names = [
  ...['Acme', 'Doorwright', '+86', 'The terms of use are not available now. Try again later.'],
  ...['[Î áççépt thé', '········]'],
];
const contacts = /^(b\*a@a\*\*e\.example|138\*{4}5678|:)$/;

// Those with the most texts, and in the second tier all views.
const richest = ['the sign-up form with mistakes', 'the second one, after a code'];

test.each(isFull() ? Object.keys(views) : richest)(
  '%s fits 320 pixels with words a third longer, and every text can be translated',
  async (name) => {
    const { page } = await world.browser.visit(world.app.url, { viewport: { width: 320, height: 640 } });
    await speakPseudo(page);
    await views[name]?.(page);
    await page.locator('h1').waitFor();
    expect(await cutOff(page)).toEqual([]);
    expect((await untranslated(page, names)).filter((text) => !contacts.test(text))).toEqual([]);
  },
);
