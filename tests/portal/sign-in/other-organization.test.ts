import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { cookieName } from '../../harness/cookies.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { add, password } from '../../harness/world.ts';
import { enter, openPortal, type PortalPages } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const html = { headers: { Accept: 'text/html' } };

test('35.5 /login leads to the organization that last signed in with this browser, and remembers nobody', async () => {
  const { app, root } = portal;
  const browser = app.client();
  const login = (organization: string, username: string, secret: string) =>
    browser.post('login', { type: 'login', application: 'app-built-in', organization, username, password: secret });
  expect((await browser.get('/login', {}, html)).status).toBe(200);
  await login('acme', 'alice', password);
  await browser.post('logout', {});
  expect(browser.cookies.get(cookieName(browser.url, 'organization'))).toBe('acme');
  const led = await browser.get('/login?language=de', {}, html);
  expect([led.status, led.headers.get('location')]).toEqual([302, '/login/acme?language=de&remembered=1']);
  expect(led.headers.get('set-cookie')).toBeNull();
  expect((await browser.get('/login/built-in', {}, html)).status).toBe(200);

  // The next person in this browser belongs to the platform.
  await login('built-in', 'admin', adminPassword);
  await browser.post('logout', {});
  expect((await browser.get('/login', {}, html)).status).toBe(200);

  // An organization that is gone, and notes that nobody here has written.
  await add(root, 'organization', { name: 'brief', displayName: 'Brief' });
  await add(root, 'user', { owner: 'brief', name: 'ben', password });
  await login('brief', 'ben', password);
  await root.post('delete-user', { owner: 'brief', name: 'ben' });
  expect((await root.post('delete-organization', { owner: 'admin', name: 'brief' })).body.status).toBe('ok');
  for (const note of ['brief', '/evil.example', '%2F%2Fevil.example', '..', 'acme&id=admin/acme', 'admin\\x']) {
    const noted = app.client({ Cookie: `${cookieName(app.url, 'organization')}=${note}` });
    expect([note, (await noted.get('/login', {}, html)).status]).toEqual([note, 200]);
  }
});

test('35.5 a person of another organization who signs in at /login reads what is missing, the same for every name', async () => {
  const { page, complaints } = await portal.visit();
  const missing = () =>
    page.getByText(`People of another organization sign in at ${portal.app.url}/login/, with the name`).waitFor();
  await page.goto('/login');
  for (const name of ['alice', 'nobody']) {
    await signIn(page, name, password);
    await page.getByText('Failed to log in: Incorrect username or password').waitFor();
    await missing();
  }
  expect(await findings(page)).toEqual([]);
  await page.goto('/login/acme');
  await signIn(page, 'alice', 'wrong-password');
  await page.getByText('Failed to log in: Incorrect username or password').waitFor();
  expect(await page.getByText('People of another organization').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('35.5 after a lost session a person signs in again without their organization, and another one goes elsewhere', async () => {
  const { page, context } = await portal.visit();
  await enter(page, 'alice');
  await context.clearCookies({ name: cookieName(portal.app.url, 'session') });
  await page.goto('/');
  await page.waitForURL('**/login/acme?remembered=1');
  await page.getByText('Not Acme?').waitFor();
  await page.getByRole('link', { name: 'Sign in elsewhere' }).click();
  await page.waitForURL('**/login/built-in');
  await page.goto('/login');
  await signIn(page, 'alice', password);
  await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
});
