import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { add } from '../harness/world.ts';
import { enter, requestOf } from '../portal/world/portal-pages.ts';
import { openServicePages, password, type ServicePages } from './pages-world.ts';
import type { Row } from './table.ts';
import { browserAt, type Services, signInWith, startServices, visitService } from './world.ts';

const minutes = (count: number) => count * 60_000;

describe('S30 an administrator', () => {
  let later = 0;
  let services: Services;
  beforeAll(async () => {
    services = await startServices(() => new Date(Date.now() + later));
    const people = { owner: 'acme', displayName: 'Someone', password };
    await add(services.root, 'user', { ...people, name: 'adam', isAdmin: true });
    await add(services.root, 'user', { ...people, name: 'grace', isGlobalAdmin: true });
    await add(services.root, 'user', { ...people, name: 'bob' });
  });
  afterAll(() => services?.stop());
  beforeEach(() => {
    later = 0;
  });

  const account = (sub: string) => {
    services.google.user = { sub, email: `${sub}@gmail.example` };
    services.github.user = { ...services.github.user, id: Number(sub.replace(/\D/g, '')), login: sub };
  };
  const link = async (browser: Client, provider: string) =>
    (await browser.post('link', { ...(await visitService(services, browser, { provider, purpose: 'link' })) })).body;
  const begin = async (browser: Client, provider: string) =>
    (await browser.post('begin-provider-request', { application: 'shop', provider, purpose: 'link' })).body;
  const bySecretOf = async (name: string) => {
    const browser = browserAt(services.app);
    const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password };
    expect((await browser.post('login', form)).body.status).toBe('ok');
    return browser;
  };

  test.each(['adam', 'grace'])('links an account with a fresh password only: %s', async (name) => {
    const browser = await bySecretOf(name);
    account(`${name}1`);
    later = minutes(11);
    expect(await begin(browser, 'github')).toMatchObject({
      code: 'password-proof-required',
      msg: expect.stringContaining('Sign in with your password'),
    });
    expect((await browser.post('prove-again', { password: 'battery-staple' })).body.code).toBe('password-incorrect');
    expect((await begin(browser, 'github')).code).toBe('password-proof-required');
    expect((await browser.post('prove-again', { password })).body.status).toBe('ok');
    expect(await link(browser, 'github')).toMatchObject({ status: 'ok' });
    await browser.post('unlink', { providerType: 'GitHub' });
  });

  test('who came in with a service or a code needs the password too', async () => {
    const browser = await bySecretOf('adam');
    account('adam2');
    expect(await link(browser, 'github')).toMatchObject({ status: 'ok' });
    const other = (await signInWith(services, 'github')).browser;
    expect((await begin(other, 'google')).code).toBe('password-proof-required');
    expect((await services.user('adam')).google).toBe('');
    expect((await other.post('prove-again', { password })).body.status).toBe('ok');
    expect(await link(other, 'google')).toMatchObject({ status: 'ok' });
    expect(await services.user('adam')).toMatchObject({ google: 'adam2' });
  });

  test('has as long as any user to come back from the service', async () => {
    const browser = await bySecretOf('grace');
    account('grace3');
    later = minutes(9);
    const back = await visitService(services, browser, { provider: 'google', purpose: 'link' });
    later = minutes(18);
    expect((await browser.post('link', { ...back })).body.status).toBe('ok');
  });

  test('who became one at the service needs the password at the end too', async () => {
    const browser = await bySecretOf('bob');
    account('bob4');
    expect(await link(browser, 'github')).toMatchObject({ status: 'ok' });
    const { browser: other } = await signInWith(services, 'github');
    const back = await visitService(services, other, { provider: 'google', purpose: 'link' });
    await services.change('user', 'acme/bob', { isAdmin: true });
    expect((await other.post('link', { ...back })).body.code).toBe('password-proof-required');
    expect((await services.user('bob')).google).toBe('');
  });
});

describe('The account page of an administrator', () => {
  let pages: ServicePages;
  beforeAll(async () => {
    pages = await openServicePages();
  });
  afterAll(() => pages?.stop());

  test('S30 asks for the password before it links an account', async () => {
    const row = (type: string) => pages.rows.find((each) => each.type === type) as Row;
    const person = { id: '771', username: 'ada', displayName: 'Ada', email: 'ada@post.example' };
    const application = await pages.application('desk', {
      enableSigninSession: true,
      providers: [{ name: 'github' }, { name: 'google' }] as never,
    });
    const user = { owner: 'acme', name: 'ada', displayName: 'Ada', password, signupApplication: 'desk', isAdmin: true };
    await add(pages.root, 'user', user);
    for (const type of ['GitHub', 'Google']) row(type).become(person);
    const first = await pages.visit();
    await enter(first.page, 'ada');
    await first.page.goto('/account/linked');
    // The sign-in has just proved the password.
    await first.page.getByRole('button', { name: 'Link GitHub' }).click();
    await first.page.getByRole('button', { name: 'Unlink GitHub' }).waitFor();

    const { page, complaints } = await pages.visit();
    await page.goto(requestOf(application));
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await page.waitForURL('https://app.example/**');
    await page.goto(`${pages.app.url}/account/linked`);
    await page.getByRole('button', { name: 'Link Google' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('Administrators link an account only if').waitFor();
    await page.getByRole('button', { name: 'Link Google' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Unlink Google' }).waitFor();
    expect([...first.complaints, ...complaints]).toEqual([]);
  });
});
