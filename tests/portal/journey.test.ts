import type { Application } from '@doorwright/crds/kinds/application.ts';
import { fetchUserInfo } from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../console/world/browser.ts';
import { adminPassword } from '../harness/database/template.ts';
import { add } from '../harness/world.ts';
import { careful, exchange } from '../protocol/world.ts';
import { type MailServer, mailProvider, startMailServer } from './mail/mail-server.ts';
import { solveCaptcha } from './world/pages-world.ts';
import { arrival, openPortal, type PortalPages } from './world/portal-pages.ts';
import { portalSettings } from './world/portal-world.ts';

const address = 'nora@post.example';
const first = 'the-first-password';
const second = 'the-second-password';

let later = 0;
let portal: PortalPages;
let mail: MailServer;
let shop: Application;
beforeAll(async () => {
  mail = await startMailServer();
  portal = await openPortal({ settings: portalSettings, now: () => new Date(Date.now() + later) });
  await add(portal.root, 'provider', mailProvider('provider_mail', mail));
  await add(portal.root, 'provider', { name: 'provider_captcha', category: 'Captcha', type: 'Default' });
  const item = (name: string, rule = 'None') => ({ name, visible: true, required: true, prompted: false, rule });
  shop = await portal.application('shop', {
    displayName: 'The shop',
    enableSignUp: true,
    providers: ['provider_mail', 'provider_captcha'].map((name) => ({ name })) as Application['providers'],
    signupItems: [
      item('Username'),
      item('Display name', 'First, last'),
      item('Email', 'Normal'),
      item('Password'),
      item('Confirm password'),
      item('Agreement'),
    ] as Application['signupItems'],
  });
});
afterAll(async () => {
  await portal?.stop();
  await mail?.stop();
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Asks for a code by email, and reads it from the mail. */
async function emailedCode(page: Page, label: string): Promise<void> {
  const before = mail.received.length;
  await press(page, `Send Code: ${label}`);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Code Sent' }).waitFor();
  await expect.poll(() => mail.received.length).toBe(before + 1);
  await field(page, label).fill(await mail.codeTo(address));
}

/** Goes from the page of an OpenID client through sign-up and its mailed code back to the client. */
async function signUp(): Promise<void> {
  const rp = await portal.relyingParty(shop);
  const flow = await careful(rp);
  const { page, complaints } = await portal.visit();
  await page.goto(flow.request.href);
  await page.getByRole('link', { name: 'Sign up now' }).click();
  await page.waitForURL('**/signup/shop');
  await field(page, 'Username').fill('nora');
  await field(page, 'First name').fill('Nora');
  await field(page, 'Last name').fill('Helmer');
  await field(page, 'Email').fill(address);
  await emailedCode(page, 'Email code');
  await field(page, 'Password').fill(first);
  await field(page, 'Confirm').fill(first);
  await page.getByRole('checkbox', { name: 'I accept the Terms of Use' }).check();
  await press(page, 'Sign Up');
  const code = (await arrival(page)).searchParams.get('code') as string;
  const tokens = await exchange(rp, flow, code);
  const { sub = '' } = tokens.claims() ?? {};
  expect(await fetchUserInfo(rp, tokens.access_token, sub)).toMatchObject({
    name: 'Nora Helmer',
    preferred_username: 'nora',
    email: address,
    email_verified: true,
  });
  expect(complaints).toEqual([]);
}

/** A minute later, with another code. */
async function recover(): Promise<void> {
  later = 61_000;
  const flow = await careful(await portal.relyingParty(shop));
  const { page, complaints } = await portal.visit();
  await page.goto(flow.request.href);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/forget/shop');
  await field(page, 'Username, email or phone').fill('nora');
  await press(page, 'Next step');
  await expect.poll(() => field(page, 'Email').inputValue()).toBe('n**a@p**t.example');
  await emailedCode(page, 'Verification code');
  await press(page, 'Next step');
  await field(page, 'New password').fill(second);
  await field(page, 'Confirm').fill(second);
  await press(page, 'Change Password');
  await page.getByText('Your password has been changed. Sign in with the new one.').waitFor();
  await signIn(page, 'nora', first);
  await page.getByText('Incorrect username or password').waitFor();
  await signIn(page, address, second);
  expect((await arrival(page)).searchParams.get('state')).toBe(flow.state);
  expect(complaints).toEqual([]);
}

async function findRecords(): Promise<void> {
  const { page } = await portal.visit({ viewport: { width: 1600, height: 1200 } });
  await page.goto('/login');
  await signIn(page, 'admin', adminPassword);
  await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor();
  await page.goto('/records?field=organization&value=acme&sortField=createdTime&sortOrder=ascend&pageSize=100');
  const actions = page.locator('td[data-label="Action"]');
  const wanted = ['Code requested', 'Sign-up', 'Sign-in', 'Code checked', 'Password recovered'];
  await expect.poll(() => actions.allTextContents()).toEqual(expect.arrayContaining(wanted));
  await page.goto('/records?field=user&value=nora&sortField=createdTime&sortOrder=ascend&pageSize=100');
  await expect
    .poll(() => actions.allTextContents())
    .toEqual(expect.arrayContaining(['Sign-up', 'Sign-in', 'Password recovered', 'Sign-in']));
}

test('a stranger signs up at an OpenID client, recovers a forgotten password, and an administrator finds all of it', async () => {
  later = 0;
  await signUp();
  await recover();
  await findRecords();
}, 180_000);
