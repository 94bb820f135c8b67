import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { add } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../mail/mail-server.ts';
import { solveCaptcha } from '../world/pages-world.ts';
import { arrival, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';
import { portalSettings } from '../world/portal-world.ts';
import { linkTo } from './link-letters.ts';

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
const isSignedIn = async (page: Page) => (await (await page.request.get('/api/get-account')).json()).status === 'ok';

const withLinks = (name: string, more: Record<string, unknown> = {}) =>
  portal.application(name, {
    ...{ enableLinkSignin: true, providers: [{ name: 'provider_mail' }] as never },
    ...more,
  });

async function aUser(name: string): Promise<string> {
  const email = `${name}@acme.example`;
  await add(portal.root, 'user', { owner: 'acme', name, displayName: name, email });
  return email;
}

/** Requests a link at an application, and returns its address. */
async function request(page: Page, application: Application, email: string): Promise<string> {
  await page.goto(requestOf(application));
  await button(page, 'Sign in with an email link').click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await button(page, 'Send link').click();
  await page.getByRole('status').getByText(`If ${email} belongs to an account`).waitFor();
  return (await linkTo(mail, email)).address;
}

describe('A link by email', () => {
  test('is requested after a captcha, and goes on with the request of the client in a new tab', async () => {
    const application = await withLinks('linked', {
      providers: [{ name: 'provider_mail' }, { name: 'provider_captcha_default' }],
    });
    const email = await aUser('lena');
    const { page, context, complaints } = await portal.visit();
    await page.goto(requestOf(application, { state: 'of this tab' }));
    await button(page, 'Sign in with an email link').click();
    await page.getByText('You get an email with a link that signs you in. Open it in this browser.').waitFor();
    await page.getByLabel('Email', { exact: true }).fill('lena');
    await button(page, 'Send link').click();
    await page.getByText('The input is not valid Email!').waitFor();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.keyboard.press('Enter');
    await solveCaptcha(page);
    await page.getByRole('status').getByText(`If ${email} belongs to an account`).waitFor();
    expect(await button(page, 'Link sent').isDisabled()).toBe(true);
    expect(await findings(page)).toEqual([]);
    const { address, ticket } = await linkTo(mail, email);
    const tab = await context.newPage();
    await tab.goto(address);
    const { searchParams } = await arrival(tab);
    expect(searchParams.get('code')).toMatch(/./);
    expect(searchParams.get('state')).toBe('of this tab');
    expect(complaints).toEqual([]);
    // The link is used up.
    await tab.goto(address);
    await tab.getByText('This link has expired or was used. Request a new one.').waitFor();
    expect(await findings(tab)).toEqual([]);
    expect(ticket).toHaveLength(87);
  });

  test('of the account page leads there in a new tab, and leaves the address bar', async () => {
    await portal.root.post(
      'update-application',
      { enableLinkSignin: true, providers: [{ name: 'provider_mail' }] },
      { query: { id: 'admin/app-built-in' } },
    );
    const email = await aUser('lilo');
    const { page, context } = await portal.visit();
    await page.goto('/account/sessions');
    await page.waitForURL(/\/login(\/|\?|$)/);
    await page.goto('/login/acme');
    await button(page, 'Sign in with an email link').click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await button(page, 'Send link').click();
    const { address } = await linkTo(mail, email);
    const tab = await context.newPage();
    await tab.goto(address);
    await tab.waitForURL('**/account/sessions');
    await tab.getByRole('heading', { name: 'Sessions and devices' }).first().waitFor();
    await tab.goBack();
    expect(tab.url()).not.toContain('#');
  });

  test('S26 opened in another browser signs nobody in, says where it works, and still works there', async () => {
    const application = await withLinks('bound');
    const email = await aUser('lola');
    const asking = await portal.visit();
    const address = await request(asking.page, application, email);
    const foreign = await portal.visit({ viewport: { width: 320, height: 640 } });
    await foreign.page.goto(address);
    await foreign.page.getByText('This link works only in the browser that requested it.').waitFor();
    // Its visitor can copy the address.
    expect(foreign.page.url()).toBe(address);
    expect(await isSignedIn(foreign.page)).toBe(false);
    expect(await findings(foreign.page)).toEqual([]);
    await foreign.page.getByRole('link', { name: 'Request a new link' }).click();
    await foreign.page.waitForURL('**/login/**');
    await asking.page.goto(address);
    expect((await arrival(asking.page)).searchParams.get('code')).toMatch(/./);
  });

  test('is the only method of an application without others, also for a keyboard', async () => {
    const application = await withLinks('link-only', { enablePassword: false });
    const email = await aUser('lisa');
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await page.getByLabel('Email', { exact: true }).focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(`If ${email} belongs to an account`).waitFor();
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  });
});
