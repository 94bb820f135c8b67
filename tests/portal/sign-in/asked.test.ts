import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { basic } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { arrival, enter, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const open = (name: string, settings = {}) => portal.application(`${name}-${randomUUID().slice(0, 8)}`, settings);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

test('the form starts with the client’s login hint, which the user can change', async () => {
  const { page } = await portal.visit();
  await page.goto(requestOf(await open('hinting'), { login_hint: 'alice' }));
  const name = page.getByLabel('Username, email or phone');
  await expect.poll(() => name.inputValue()).toBe('alice');
  await name.fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await name.fill('alice');
  await page.keyboard.press('Enter');
  expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
});

test('the whole request holds, even if the page was open longer than the server keeps it', async () => {
  const application = await open('waiting');
  const { page } = await portal.visit();
  await page.goto(requestOf(application, { dpop_jkt: 'k'.repeat(43) }));
  await page.getByLabel('Username, email or phone').waitFor();
  await portal.app.db('artifacts').where({ model: 'Interaction' }).delete();
  await signIn(page, 'alice', password);
  const code = (await arrival(page)).searchParams.get('code');
  expect(code).toMatch(/./);
  const form = new URLSearchParams({ grant_type: 'authorization_code', code: String(code) });
  const headers = basic(application.clientId, application.clientSecret);
  const { body } = await portal.app.anonymous.post('/api/login/oauth/access_token', form, { headers });
  // Without a proof of the key of the code.
  expect(body).toMatchObject({ error: 'invalid_grant' });
});

describe('The language that a client requests', () => {
  test('is the language of the page and of its links, from the first frame', async () => {
    const application = await open('speaking', { enableSignUp: true, displayName: 'Speaking' });
    const { page } = await portal.visit({ locale: 'ja-JP' });
    const answer = await page.request.get(requestOf(application, { ui_locales: 'nl-NL de-CH fr' }), {
      headers: { Accept: 'text/html' },
    });
    expect(await answer.text()).toMatch(/<html[^>]* lang="de".*Wird geladen …/s);
    await page.goto(requestOf(application, { ui_locales: 'nl-NL de-CH fr' }));
    await heading(page, 'Anmelden');
    await page.getByLabel('Passwort', { exact: true }).waitFor();
    await page.locator('p.foot a').click();
    await heading(page, 'Registrieren');
    expect(new URL(page.url()).searchParams.get('ui_locales')).toBe('nl-NL de-CH fr');
  });

  test('is not remembered, and yields to the visitor’s own choice', async () => {
    const application = await open('modest');
    const { page } = await portal.visit();
    await page.goto(requestOf(application, { ui_locales: 'fr' }));
    await heading(page, 'Connexion');
    await page.goto('/login');
    await heading(page, 'Sign In');
    await page.getByLabel('Language').selectOption('ko');
    await heading(page, '로그인');
    await page.goto(requestOf(application, { ui_locales: 'fr' }));
    await heading(page, '로그인');
  });
});

test('a client can request the choice of an account from a signed-in user', async () => {
  const application = await open('choosing', { enableSigninSession: true });
  const { page } = await portal.visit();
  await enter(page, 'alice');
  await page.goto(requestOf(application, { prompt: 'select_account' }));
  await page.getByText('Or sign in with another account:').waitFor();
  await page.getByRole('button', { name: 'alice (Alice Liddell)' }).click();
  expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
  const silent = await page.request.get(requestOf(application, { prompt: 'select_account none' }), { maxRedirects: 0 });
  expect(new URL(silent.headers().location ?? '').searchParams.get('error')).toBe('invalid_request');
});
