import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { careful, exchange, signInAt } from '../../protocol/world.ts';
import { arrival, enter, openedPage, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const alert = (page: Page) => page.getByRole('alert');

describe('The sign-in page of a client', () => {
  test('signs a user in for an independent OpenID client, which gets its tokens', async () => {
    const application = await portal.application('shop', { displayName: 'The shop' });
    const rp = await portal.relyingParty(application);
    const flow = await careful(rp);
    const { page, complaints } = await portal.visit();
    await page.goto(flow.request.href);
    await page.getByText('The shop').waitFor();
    await signIn(page, 'alice', password);
    const { searchParams } = await arrival(page);
    expect(searchParams.get('iss')).toBe(portal.app.url);
    const tokens = await exchange(rp, flow, searchParams.get('code') as string);
    expect(tokens.claims()?.aud).toBe(application.clientId);
    expect(complaints).toEqual([]);
  });

  test('sends the code to an address with its own query', async () => {
    const application = await portal.application('queried', { redirectUris: ['https://app.example/in?shop=7'] });
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, 'alice', password);
    const { searchParams } = await arrival(page);
    expect(searchParams.get('shop')).toBe('7');
    expect(searchParams.get('state')).toBe('a state');
    expect(searchParams.get('code')).toMatch(/./);
  });

  test('sends the code to an app, and says that it continues there', async () => {
    const address = 'com.example.shop:/in';
    const application = await portal.application('app-beside', { displayName: 'The app', redirectUris: [address] });
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, 'alice', password);
    await page.getByRole('heading', { name: 'Continue in The app' }).waitFor();
    const target = new URL(String(await page.getByRole('link', { name: 'Open The app' }).getAttribute('href')));
    expect(target.href.split('?')[0]).toBe(address);
    expect(target.searchParams.get('state')).toBe('a state');
    expect(target.searchParams.get('code')).toMatch(/./);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });

  test.each([
    ['token', 'access_token'],
    ['id_token', 'id_token'],
  ])('sends a %s in the fragment, with the state', async (type, member) => {
    const application = await portal.application(`implicit-${type}`, { grantTypes: ['token', 'id_token'] });
    const { page } = await portal.visit();
    await page.goto(requestOf(application, { response_type: type, nonce: 'a nonce' }));
    await signIn(page, 'alice', password);
    const fragment = new URLSearchParams((await arrival(page)).hash.slice(1));
    expect(fragment.get(member)?.split('.')).toHaveLength(3);
    expect(fragment.get('state')).toBe('a state');
    if (type === 'token') expect(fragment.get('token_type')?.toLowerCase()).toBe('bearer');
  });

  test('sends a hybrid response as the authority writes it', async () => {
    const grantTypes = ['authorization_code', 'token', 'id_token'] as const;
    const application = await portal.application('mixed', { grantTypes: [...grantTypes] });
    const { page } = await portal.visit();
    await page.goto(requestOf(application, { response_type: 'code id_token', nonce: 'a nonce' }));
    await signIn(page, 'alice', password);
    const fragment = new URLSearchParams((await arrival(page)).hash.slice(1));
    expect([...fragment.keys()]).toEqual(expect.arrayContaining(['code', 'id_token', 'state']));
  });

  test('posts the response for a client that wants a form', async () => {
    const application = await portal.application('posted');
    const { page, complaints } = await portal.visit();
    await page.goto(requestOf(application, { response_mode: 'form_post' }));
    const posted = page.waitForRequest((request) => request.url() === 'https://app.example/callback');
    await signIn(page, 'alice', password);
    const request = await posted;
    expect(request.method()).toBe('POST');
    const form = new URLSearchParams(request.postData() ?? '');
    expect([form.get('state'), Boolean(form.get('code'))]).toEqual(['a state', true]);
    expect(complaints).toEqual([]);
  });

  test('opens the response in a new window and closes both, for a client that wants no redirect', async () => {
    const application = await portal.application('popup');
    const { page, context } = await portal.visit();
    await page.goto('/login');
    const opening = underWay(context.waitForEvent('page'));
    await page.evaluate(`void window.open(${JSON.stringify(requestOf(application, { noRedirect: 'true' }))})`);
    const opened = await opening;
    await opened.getByLabel('Password', { exact: true }).waitFor();
    const answered = underWay(context.waitForEvent('page'));
    await signIn(opened, 'alice', password);
    const answer = await answered;
    await answer.waitForURL('https://app.example/callback?code=**');
    await expect.poll(() => [answer.isClosed(), opened.isClosed()]).toEqual([true, true]);
  });

  test('35.28 ends with a word in a tab that no script may close, for a client that wants no redirect', async () => {
    const application = await portal.application('tab');
    const { page, context } = await portal.visit();
    // Its history keeps a tab from being closed by a script.
    await page.goto('/login');
    await page.goto(requestOf(application, { noRedirect: 'true' }));
    const answered = underWay(context.waitForEvent('page'));
    await signIn(page, 'alice', password);
    await expect.poll(async () => (await answered).isClosed()).toBe(true);
    await page.getByRole('heading', { name: 'Logged in successfully' }).waitFor();
    await page.getByText('You can close this page.').waitFor();
  });

  test('shows why a request is wrong instead of a password field', async () => {
    const application = await portal.application('changed');
    const { page } = await portal.visit();
    const opened = await openedPage(page, application);
    await portal.root.post('update-application?id=admin/changed', {
      ...application,
      redirectUris: ['https://new.example/'],
    });
    await page.goto(opened);
    await page.getByText('Login Error').waitFor();
    await expect.poll(() => alert(page).textContent()).toMatch(/doesn't exist in the allowed Redirect URI list/);
    await expect.poll(() => page.getByLabel('Password', { exact: true }).count()).toBe(0);
  });

  test('is the page after sign-up for a client', async () => {
    const application = await portal.application('joined', { enableSignUp: true });
    const { page } = await portal.visit();
    await page.goto(requestOf(application).replace('/login/', '/auto-signup/'));
    await page.getByRole('heading', { name: 'Sign Up' }).waitFor();
    await page.getByRole('link', { name: 'Sign in now' }).click();
    await page.waitForURL(/\/login\/oauth\/authorize\?.*interaction=/);
    await signIn(page, 'alice', password);
    expect((await arrival(page)).searchParams.get('state')).toBe('a state');
  });
});

describe('A signed-in user', () => {
  test('35.24 continues with one press at an application of their organization, or signs in as another user', async () => {
    await add(portal.root, 'user', { owner: 'acme', name: 'bob', displayName: 'Bob', password });
    const application = await portal.application('second');
    const { page } = await portal.visit();
    await enter(page, 'bob');
    await page.goto(requestOf(application));
    await button(page, 'bob (Bob)').waitFor();
    await page.getByText('Or sign in with another account:').waitFor();
    await button(page, 'bob (Bob)').click();
    expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
  });

  test('cannot continue at an application of another organization, or at one that wants a new sign-in', async () => {
    await add(portal.root, 'organization', { name: 'elsewhere', displayName: 'Elsewhere' });
    const application = await portal.application('foreign', { organization: 'elsewhere' });
    const strict = await portal.application('strict-client');
    const { page } = await portal.visit();
    const opened = await openedPage(page, application);
    await enter(page, 'alice');
    await page.goto(requestOf(strict, { prompt: 'login' }));
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Continue with:').count()).toBe(0);
    await page.goto(opened);
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Continue with:').count()).toBe(0);
  });

  test('signs in again where the client wants another user, or a newer sign-in', async () => {
    const bob = `bob-${randomUUID().slice(0, 8)}`;
    await add(portal.root, 'user', { owner: 'acme', name: bob, displayName: 'Bob', password });
    const application = await portal.application(`hinted-${bob}`);
    const rp = await portal.relyingParty(application);
    const flow = await careful(rp);
    const { data: code } = (await signInAt(portal.app.client(), flow.request, bob)).body;
    const { id_token } = await exchange(rp, flow, code);
    const { page } = await portal.visit();
    const opened = await openedPage(page, application, { id_token_hint: String(id_token) });
    await enter(page, 'alice');
    await page.goto(opened);
    await button(page, 'alice (Alice Liddell)').click();
    await page.getByText('The application asks you to sign in again.').waitFor();
    expect(await page.getByText('Continue with:').count()).toBe(0);
    await signIn(page, bob, password);
    expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
  });

  test('is led home from the sign-in page', async () => {
    const { page } = await portal.visit();
    await enter(page, 'alice');
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
  });
});

describe('An application’s own looks', () => {
  test('appear on the page: its name, logo and home, and the organization’s title and icon', async () => {
    await add(portal.root, 'organization', {
      name: 'branded',
      displayName: 'Branded & Sons',
      favicon: 'https://app.example/favicon.png',
      websiteUrl: 'https://app.example/company',
    });
    const application = await portal.application('looks', {
      organization: 'branded',
      displayName: 'Looks',
      logo: 'https://app.example/logo.png',
      homepageUrl: 'https://app.example/home',
    });
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await page.getByRole('link', { name: 'Looks' }).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Looks' }).getAttribute('href'))
      .toBe('https://app.example/home');
    await expect
      .poll(() => page.getByRole('img', { name: 'Looks' }).getAttribute('src'))
      .toBe('https://app.example/logo.png');
    await page.getByText('to continue to Looks').waitFor();
    await expect.poll(() => page.title()).toBe('Sign In · Branded & Sons');
    await expect
      .poll(() => page.locator('link[rel=icon]').getAttribute('href'))
      .toBe('https://app.example/favicon.png');
    await expect
      .poll(() => page.getByRole('link', { name: 'Branded & Sons' }).getAttribute('href'))
      .toBe('https://app.example/company');
  });

  test('lead to its own pages for sign-up and recovery, over https or on this machine', async () => {
    const own = await portal.application('own-pages', {
      enableSignUp: true,
      signupUrl: 'https://app.example/join',
      forgetUrl: 'http://app.example/lost',
    });
    const { page } = await portal.visit();
    await page.goto(requestOf(own));
    await expect
      .poll(() => page.getByRole('link', { name: 'Sign up now' }).getAttribute('href'))
      .toBe('https://app.example/join');
    await expect
      .poll(() => page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href'))
      .toBe('/forget/own-pages');
    const local = await portal.application('local-pages', { forgetUrl: 'http://localhost:3000/lost' });
    await page.goto(requestOf(local));
    await expect
      .poll(() => page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href'))
      .toBe('http://localhost:3000/lost');
  });

  test('say when no method is available', async () => {
    const closed = await portal.application('closed', { enablePassword: false });
    const { page } = await portal.visit();
    await page.goto(requestOf(closed));
    await page.getByText('This application has no sign-in method.').waitFor();
    await expect.poll(() => button(page, 'Sign In').count()).toBe(0);
  });
});
