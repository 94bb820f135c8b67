import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../mail/mail-server.ts';
import { solveCaptcha } from '../world/pages-world.ts';
import { arrival, enter, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';
import { portalSettings } from '../world/portal-world.ts';

let portal: PortalPages;
let mail: MailServer;
beforeAll(async () => {
  [mail, portal] = await Promise.all([startMailServer(), openPortal({ settings: portalSettings })]);
  await add(portal.root, 'provider', mailProvider('provider_mail', mail));
});
afterAll(async () => {
  await portal?.stop();
  await mail?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const isSignedIn = async (page: Page) => (await (await page.request.get('/api/get-account')).json()).status === 'ok';

describe('A code instead of a password', () => {
  test('is sent after a captcha, once a minute, and signs in', async () => {
    const application = await portal.application('by-code', {
      enableCodeSignin: true,
      providers: [{ name: 'provider_mail' }, { name: 'provider_captcha_default' }] as never,
    });
    const { page, complaints } = await portal.visit();
    await page.goto(requestOf(application));
    await button(page, 'Sign in with code').click();
    const send = page.getByRole('button', { name: /^Send Code/ });
    await page.getByLabel('Email or phone').fill('alice');
    await expect.poll(() => send.isDisabled()).toBe(true);
    await button(page, 'Sign In').click();
    await page.getByText('The input is not valid Email or Phone!').waitFor();
    await page.getByText('Please input your code!').waitFor();
    await page.getByLabel('Email or phone').fill('alice@acme.example');
    await send.click();
    await solveCaptcha(page);
    await page.getByText(/^You can request a new code in \d\d seconds$/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Code Sent/ }).isDisabled()).toBe(true);
    const [first = '', ...others] = await mail.codeTo('alice@acme.example');
    // With wide digits and a copied blank.
    const wide = String.fromCodePoint((first.codePointAt(0) ?? 0) + 0xfee0);
    await page.getByLabel('Verification code', { exact: true }).fill(` ${wide} ${others.join('')}`);
    await button(page, 'Sign In').click();
    expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
    expect(complaints).toEqual([]);
  });

  test('17.16 shows no problem of another address or of the last code', async () => {
    const application = await portal.application('without-mail', { enableCodeSignin: true });
    const { page } = await portal.visit({ viewport: { width: 390, height: 844 } });
    await page.goto(requestOf(application));
    await button(page, 'Sign in with code').click();
    const contact = page.getByLabel('Email or phone');
    const code = page.getByLabel('Verification code', { exact: true });
    const told = page.locator('#code-problem');
    for (const correct of [() => contact.fill('alice@acme.example'), () => code.fill('1')]) {
      await contact.fill('alise@acme.example');
      await page.getByRole('button', { name: /^Send Code/ }).click();
      await expect.poll(() => told.textContent()).not.toBe('');
      await correct();
      await expect.poll(() => told.textContent()).toBe('');
      expect(await code.getAttribute('aria-invalid')).toBe('false');
    }
    await contact.fill('alice');
    await button(page, 'Sign In').click();
    await page.getByText('The input is not valid Email or Phone!').waitFor();
    await contact.fill('alice@acme.example');
    await expect.poll(() => page.getByText('The input is not valid Email or Phone!').count()).toBe(0);
  });
});

describe('The password', () => {
  /** The body that the page posts at sign-in. */
  const posted = async (page: Page): Promise<Record<string, unknown>> => {
    const waiting = underWay(page.waitForRequest('**/api/login'));
    await signIn(page, 'alice', password);
    return JSON.parse((await waiting).postData() ?? '{}');
  };

  test('leaves the page encrypted', async () => {
    const { page } = await portal.visit();
    await page.goto('/login/acme');
    const form = await posted(page);
    expect(form.sealed).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.stringify(form)).not.toContain(password);
    await heading(page, 'Welcome, Alice Liddell');
  });
});

describe('Consent', () => {
  const foreign = (name: string) =>
    portal.application(name, { requireConsent: true, displayName: `Foreign ${name}`, enableSigninSession: true });

  test('is requested in words after sign-in, and once only', async () => {
    const application = await foreign('shop');
    const { page, complaints } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, 'alice', password);
    await heading(page, 'Allow Foreign shop?');
    await page.getByText('Signed in as Alice Liddell').waitFor();
    // Screen readers continue there, and the next Enter agrees to nothing.
    expect(await page.locator('h1:focus').count()).toBe(1);
    await expect
      .poll(() => page.getByRole('listitem').allTextContents())
      .toEqual([
        'Recognize you when you come back',
        'See your name, picture, language and homepage',
        'See your email address',
      ]);
    await page.getByText('You will then be redirected to app.example.').waitFor();
    await button(page, 'Allow').click();
    expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
    // The test answers for the client, and redirects of the server do not pass it.
    const again = await page.request.get(requestOf(application), { maxRedirects: 0 });
    expect(again.headers().location).toMatch('https://app.example/callback?code=');
    expect(complaints).toEqual([]);
  });

  test('can be denied, and the client learns that', async () => {
    const application = await foreign('denied');
    const { page } = await portal.visit();
    await enter(page, 'alice');
    await page.goto(requestOf(application));
    await button(page, 'Deny').click();
    const { searchParams } = await arrival(page);
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'a state']);
  });

  test('is not given by another user', async () => {
    const application = await foreign('wrong-person');
    const { page } = await portal.visit();
    await enter(page, 'alice');
    await page.goto(requestOf(application));
    await heading(page, 'Allow Foreign wrong-person?');
    await button(page, 'Not you?').click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await isSignedIn(page)).toBe(false);
  });
});

describe('Sign-out', () => {
  test('leads to the sign-in page of the organization, and home for users of the platform', async () => {
    const { page } = await portal.visit();
    await enter(page, 'alice');
    await page.goto('/logout');
    await page.waitForURL('**/login/acme');
    await page.getByText('Logged out successfully').waitFor();
    expect(await isSignedIn(page)).toBe(false);
    await page.goto('/logout');
    await page.waitForURL('**/login/acme?remembered=1');
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await page.getByText('Logged out successfully').count()).toBe(0);
    await enter(page, 'admin', 'built-in', adminPassword);
    await page.goto('/logout');
    await page.waitForURL(/\/login(\/|\?|$)/);
    await page.getByText('Logged out successfully').waitFor();
  });
});

describe('S32 a callback', () => {
  const wrong = [
    ['/callback?code=stolen', 'The response of the other service is incomplete. Start again.'],
    ['/callback/saml?samlResponse=forged', 'The response of the other service is incomplete. Start again.'],
    // The page does not repeat the text of the address, which anybody can write.
    ['/callback?error=Call+us&error_description=Call+us', 'did not sign you in. Start again.'],
    ['/callback/saml?error=Call+us&samlResponse=x&relayState=y', 'did not sign you in. Start again.'],
    ['/callback?code=stolen&state=made-up', 'This sign-in began in another browser'],
    ['/callback/oauth/google?code=stolen&state=made-up', 'This sign-in began in another browser'],
    ['/callback/saml?samlResponse=forged&relayState=made-up', 'The response of the other service is incomplete.'],
    ['/callback/saml?samlResponse=forged&state=made-up', 'This sign-in began in another browser'],
  ] as const;

  test('without a request signs nobody in', async () => {
    const { page } = await portal.visit();
    for (const [path, words] of wrong) {
      await page.goto(path);
      await heading(page, 'There was a problem signing you in..');
      await expect.poll(() => page.getByRole('alert').textContent(), { message: path }).toContain(words);
      expect(await page.getByText('Call us').count(), path).toBe(0);
      expect(await isSignedIn(page), path).toBe(false);
    }
  });
});
