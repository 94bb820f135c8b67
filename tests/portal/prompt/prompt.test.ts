import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
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
  test('goes on with its request once all answers are saved', async () => {
    const application = await asking(['Affiliation', 'Country/Region', 'Display name']);
    const name = await aUser();
    const { page, complaints } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, name, password);
    await isAsked(page);
    expect(await complete(page).isDisabled()).toBe(true);
    await field(page, 'Affiliation').fill('Acme Ltd');
    await page.keyboard.press('Tab');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await stored(name)).toMatchObject({ affiliation: 'Acme Ltd', region: '' });
    await field(page, 'Country/Region').fill('Germany');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored(name))?.region).toBe('DE');
    expect(await complete(page).isDisabled()).toBe(true);
    await field(page, 'Display name').fill('Ulla Unknown');
    await complete(page).click();
    const { searchParams } = await arrival(page);
    expect(searchParams.get('code')).toMatch(/./);
    expect(searchParams.get('state')).toBe('a state');
    expect(await stored(name)).toMatchObject({ displayName: 'Ulla Unknown', affiliation: 'Acme Ltd', region: 'DE' });
    expect(complaints).toEqual([]);
  });

  test('gives no code before, whatever a program sends', async () => {
    const application = await asking(['Affiliation']);
    const name = await aUser();
    const client = portal.app.client();
    const query = {
      clientId: application.clientId,
      responseType: 'code',
      redirectUri: String(application.redirectUris[0]),
      scope: 'openid',
      state: 'a',
    };
    const enter = async (form: object) => (await client.post('login', { type: 'code', ...form }, { query })).body;
    expect(await enter({ username: name, password })).toMatchObject({ code: 'prompt-required', data: null });
    expect((await enter({ prompted: true })).code).toBe('prompt-required');
    const answer = (body: object) => client.post('answer-prompt', { application: application.name, ...body });
    expect((await answer({ item: 'Affiliation', affiliation: ' ' })).body.code).toBe('affiliation-blank');
    expect((await answer({ item: 'Phone', phone: '13812345678' })).body.code).toBe('prompt-unexpected');
    expect((await answer({ item: 'Affiliation', affiliation: 'Acme Ltd' })).body.data.items).toMatchObject([
      { name: 'Affiliation', isAnswered: true },
    ]);
    expect((await enter({ prompted: true })).status).toBe('ok');
  });
});

describe('The answers', () => {
  const signedIn = (name: string) => portal.app.signedIn('acme', name, password);
  const rule = (name: string, modifyRule: string) => ({ name, visible: true, viewRule: 'Public', modifyRule });

  test('are given once where the organization lets users change nothing', async () => {
    const application = await asking(['Affiliation', 'ID card']);
    const name = await aUser();
    const client = await signedIn(name);
    const query = { id: 'admin/acme', columns: 'accountItems' };
    const { accountItems } = (await portal.root.get('get-organization', { id: 'admin/acme' })).body.data;
    await portal.root.post('update-organization', { accountItems: [rule('Affiliation', 'Admin')] }, { query });
    const answer = async (affiliation: string) =>
      (await client.post('answer-prompt', { application: application.name, item: 'Affiliation', affiliation })).body;
    expect((await answer('Acme Ltd')).status).toBe('ok');
    expect((await answer('Another Ltd')).code).toBe('field-rule');
    await portal.root.post('update-organization', { accountItems }, { query });
    expect((await answer('Another Ltd')).status).toBe('ok');
    expect(await stored(name)).toMatchObject({ affiliation: 'Another Ltd' });
  });

  test('never take an address of another user, or one without its code', async () => {
    const application = await asking(['Email']);
    const taken = `${randomUUID()}@example.com`;
    await aUser({ email: taken });
    const client = await signedIn(await aUser());
    const answer = async (more: object) =>
      (await client.post('answer-prompt', { application: application.name, item: 'Email', ...more })).body.code;
    expect(await answer({ email: 'free@example.com' })).toBe('code-missing');
    expect(await answer({ email: 'free@example.com', emailCode: '000000' })).toBe('code-not-sent');
    expect(await answer({ email: taken, emailCode: '000000' })).toBe('code-not-sent');
  });

  test('are asked by no application without such items, and of nobody who is signed out', async () => {
    const plain = await portal.application(`plain-${randomUUID().slice(0, 8)}`);
    const client = await signedIn(await aUser());
    const asked = async (by: typeof client) => (await by.get('get-prompt', { application: plain.name })).body;
    expect(await asked(client)).toMatchObject({
      code: 'prompt-unexpected',
      msg: 'You are unexpected to see this prompt page',
    });
    expect((await asked(portal.app.client())).code).toBe('sign-in-first');
  });

  test('S17 are not given by a person with the master password, who is asked for none', async () => {
    const masterPassword = 'a long master password';
    await add(portal.root, 'organization', { name: 'mastered', displayName: 'Mastered', masterPassword });
    await add(portal.root, 'user', { owner: 'mastered', name: 'mary', displayName: 'mary', password });
    const application = await asking(['Affiliation'], { organization: 'mastered' });
    const client = await portal.app.signedIn('mastered', 'mary', masterPassword);
    expect((await client.get('get-prompt', { application: application.name })).body.code).toBe('impersonated');
  });
});

describe('The prompt page', () => {
  test('35.26 follows a sign-up, says that the account is created, and ends at the sign-in page of the application', async () => {
    const { name } = await asking(['Affiliation'], { enableSignUp: true, signinUrl: 'https://app.example/enter' });
    const { page } = await portal.visit();
    await page.goto(`/signup/${name}`);
    const username = `new${randomUUID().slice(0, 6)}`;
    await field(page, 'Username').fill(username);
    await field(page, 'Password').fill('a-good-password');
    await field(page, 'Confirm').fill('a-good-password');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await page.waitForURL(`**/prompt/${name}`);
    await page.getByText('Your account has been created!').waitFor();
    await field(page, 'Affiliation').fill('Acme Ltd');
    await complete(page).click();
    await page.waitForURL('https://app.example/enter');
    expect(await stored(username)).toMatchObject({ affiliation: 'Acme Ltd' });
  });

  test('35.26 ends at the redirect address with code and state, if the application has registered it', async () => {
    const { name } = await asking(['Affiliation']);
    const { page } = await portal.visit();
    const end = async (redirectUri: string) => {
      await enter(page, await aUser({ affiliation: 'Acme Ltd' }));
      await page.goto(`/prompt/${name}?${new URLSearchParams({ redirectUri, code: 'a code', state: 'a&state' })}`);
      await complete(page).click();
    };
    await end('https://app.example/callback');
    expect(Object.fromEntries((await arrival(page)).searchParams)).toEqual({ code: 'a code', state: 'a&state' });
    const { status } = await (await page.request.get('/api/get-account')).json();
    expect(status).toBe('error');
    await end('https://app.example/elsewhere');
    await page.waitForURL('**/login/acme');
  });

  test('fits on phones, and axe finds nothing', async () => {
    const { name } = await asking(['Affiliation', 'Country/Region', 'Email']);
    const { page } = await portal.visit({ viewport: { width: 390, height: 780 } });
    await enter(page, await aUser());
    await page.goto(`/prompt/${name}`);
    await field(page, 'Affiliation').waitFor();
    expect(await findings(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
