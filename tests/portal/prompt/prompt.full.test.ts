import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../mail/mail-server.ts';
import { item } from '../world/pages-world.ts';
import { arrival, enter, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';
import { portalSettings } from '../world/portal-world.ts';

let portal: PortalPages;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  portal = await openPortal({ settings: portalSettings });
  await add(portal.root, 'provider', mailProvider('provider_mail', mail));
});
afterAll(async () => {
  await portal?.stop();
  await mail?.stop();
});

const prompted = (name: string, rule = 'None') => item(name, { visible: false, required: false, prompted: true, rule });
const visible = ['Username', 'Password', 'Confirm password'].map((name) => item(name, { visible: true }));

/** An application that asks for these items after sign-in. */
const asking = (items: readonly string[], own: object = {}) =>
  portal.application(`asking-${randomUUID().slice(0, 8)}`, {
    signupItems: [...visible, ...items.map((name) => prompted(name, name === 'Email' ? 'Normal' : 'None'))],
    providers: [{ name: 'provider_mail' }],
    ...own,
  } as never);

async function aUser(own: Record<string, unknown> = {}): Promise<string> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(portal.root, 'user', { owner: 'acme', name, displayName: name, password, ...own });
  return name;
}

const stored = (name: string) => portal.app.store('user').find(portal.app.db, 'acme', name);
const complete = (page: Page) => page.getByRole('button', { name: 'Submit and complete' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const isAsked = (page: Page) => page.getByRole('heading', { name: 'A few more details' }).waitFor();

describe('A sign-in at an application that asks for more', () => {
  test('asks for nothing that is answered, and asks again where the answer is gone', async () => {
    const application = await asking(['Affiliation']);
    const name = await aUser({ affiliation: 'Acme Ltd' });
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, name, password);
    await arrival(page);
    await portal.root.post(
      'update-user',
      { affiliation: '' },
      { query: { id: `acme/${name}`, columns: 'affiliation' } },
    );
    await page.goto(requestOf(application));
    await signIn(page, name, password);
    await isAsked(page);
  });

  test('takes a new email by the code that was sent to it', async () => {
    const application = await asking(['Email']);
    const name = await aUser();
    const email = `${name}@example.com`;
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, name, password);
    await isAsked(page);
    await field(page, 'Email').fill(email);
    await page.getByRole('button', { name: /^Send Code/ }).click();
    await field(page, 'Email code').fill(await mail.codeTo(email));
    await complete(page).click();
    await arrival(page);
    expect(await stored(name)).toMatchObject({ email, emailVerified: true });
  });

  test('waits for a prompted link, which begins at the service and leads back', async () => {
    const provider = `github-${randomUUID().slice(0, 8)}`;
    const keys = { clientId: 'a client', clientSecret: 'a secret' };
    await add(portal.root, 'provider', { name: provider, category: 'OAuth', type: 'GitHub', ...keys });
    const application = await asking([], { providers: [{ name: provider, prompted: true, canUnlink: true }] });
    const name = await aUser();
    const { page, context } = await portal.visit();
    await context.route('https://github.com/**', (route) => route.fulfill({ body: 'GitHub' }));
    await page.goto(requestOf(application));
    await signIn(page, name, password);
    await isAsked(page);
    expect(await complete(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Link GitHub' }).click();
    await page.waitForURL('https://github.com/**');
    // The round with the service has tests of its own.
    await portal.app.db('users').where({ owner: 'acme', name }).update({ github: '4711' });
    await page.goto(`/prompt/${application.name}`);
    await page.getByRole('button', { name: 'GitHub is linked' }).waitFor();
    await expect.poll(() => complete(page).isDisabled()).toBe(false);
    // The application of the sign-up decides too, and the user has a password.
    await page.getByRole('button', { name: 'Unlink GitHub' }).click();
    await page.getByRole('button', { name: 'Link GitHub' }).waitFor();
    await expect.poll(() => complete(page).isDisabled()).toBe(true);
  });

  test('offers no unlinking where the application keeps the link', async () => {
    const provider = `github-${randomUUID().slice(0, 8)}`;
    const keys = { clientId: 'a client', clientSecret: 'a secret' };
    await add(portal.root, 'provider', { name: provider, category: 'OAuth', type: 'GitHub', ...keys });
    const application = await asking([], { providers: [{ name: provider, prompted: true, canUnlink: false }] });
    const name = await aUser();
    await portal.app
      .db('users')
      .where({ owner: 'acme', name })
      .update({ github: `id of ${name}` });
    const { page } = await portal.visit();
    await enter(page, name);
    await page.goto(`/prompt/${application.name}`);
    await page.getByRole('button', { name: 'GitHub is linked' }).waitFor();
    expect(await page.getByRole('button', { name: 'Unlink GitHub' }).count()).toBe(0);
  });

  test('leaves the session only where the application shares sessions', async () => {
    const application = await asking(['Affiliation'], { enableSigninSession: false });
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, await aUser(), password);
    await field(page, 'Affiliation').fill('Acme Ltd');
    await complete(page).click();
    await arrival(page);
    expect((await (await page.request.get(`${portal.app.url}/api/get-account`)).json()).code).toBe('sign-in-first');
  });
});

describe('The prompt page', () => {
  test('keeps the values that are there, and leads visitors who are signed out to sign-in', async () => {
    const { name } = await asking(['Affiliation', 'Display name']);
    const user = await aUser({ affiliation: 'Acme Ltd', displayName: 'Ulla Unknown' });
    const { page } = await portal.visit();
    await page.goto(`/prompt/${name}`);
    await page.waitForURL('**/login/acme');
    await signIn(page, user, password);
    await page.waitForURL(`${portal.app.url}/`);
    await page.goto(`/prompt/${name}`);
    await expect.poll(() => field(page, 'Affiliation').inputValue()).toBe('Acme Ltd');
    await expect.poll(() => field(page, 'Display name').inputValue()).toBe('Ulla Unknown');
    await expect.poll(() => complete(page).isDisabled()).toBe(false);
    await complete(page).click();
    await page.waitForURL('**/login/acme');
  });

  test('of an application that asks for nothing says so', async () => {
    const plain = await portal.application(`plain-${randomUUID().slice(0, 8)}`);
    const { page } = await portal.visit();
    await enter(page, await aUser());
    await page.goto(`/prompt/${plain.name}`);
    await page.getByText('You are unexpected to see this prompt page').waitFor();
  });
});
