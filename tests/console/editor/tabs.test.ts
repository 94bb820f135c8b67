import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** The tabs of an editor: addresses, unsaved changes and errors. */

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

/** A new application. */
async function newApplication(more: object = {}): Promise<string> {
  const name = `app-${randomUUID().slice(0, 8)}`;
  await add(desk.admin, 'application', {
    name,
    organization: 'built-in',
    redirectUris: ['https://shop.example/'],
    ...more,
  });
  return name;
}

const selected = () => desk.page.getByRole('tab', { selected: true }).textContent();
const tabs = () => desk.page.getByRole('tab').allTextContents();

test('an application has the tabs of its model, its connection and its custom resource', async () => {
  const { page } = desk;
  await page.goto(`/applications/${await newApplication()}`);
  await expect
    .poll(tabs)
    .toEqual(['Settings', 'Connect', 'Sign-in', 'Sign-up', 'Providers', 'Branding', 'Protocols', 'Tokens', 'YAML']);
  await page.goto('/users/built-in/admin');
  await expect.poll(tabs).toEqual(['Overview', 'Profile', 'Security', 'Access', 'Linked accounts', 'Records']);
  await page.goto('/roles');
  await desk.button('Add').click();
  await desk.heading('New role');
  expect(await page.getByRole('tab').count()).toBe(0);
});

test('a draft has no tab about stored objects', async () => {
  const { page } = desk;
  await page.goto('/new/applications');
  await desk.heading('New application');
  expect(await tabs()).not.toContain('Connect');
});

test('a tab is an address: a link opens it, and the history leads through the tabs', async () => {
  const { page, tab, field } = desk;
  const address = `/applications/${await newApplication()}`;
  await page.goto(`${address}?tab=tokens`);
  await field('Access token lifetime').waitFor();
  expect(await selected()).toBe('Tokens');
  await tab('Sign-in');
  await field('Password sign-in').waitFor();
  expect(new URL(page.url()).search).toBe('?tab=sign-in');
  await tab('Settings');
  await field('Client ID').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect.poll(selected).toBe('Sign-in');
  await page.goBack();
  await expect.poll(selected).toBe('Tokens');
  await page.goForward();
  await expect.poll(selected).toBe('Sign-in');
  await page.goto(`${address}?tab=nonsense`);
  await expect.poll(selected).toBe('Settings');
});

test('unsaved changes of all tabs stay and are saved together, and the tab stays open', async () => {
  const { page, tab, field, save, stored } = desk;
  const name = await newApplication();
  await page.goto(`/applications/${name}`);
  await field('Description').fill('A shop');
  await tab('Tokens');
  await field('Access token lifetime').fill('24');
  await page.getByText('Unsaved changes').waitFor();
  await tab('Settings');
  await expect.poll(() => field('Description').inputValue()).toBe('A shop');
  await field('Name').fill(`${name}-2`);
  await tab('Tokens');
  await save();
  await page.waitForURL(`**/applications/${name}-2?tab=tokens`);
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await stored('application', `admin/${name}-2`)).toMatchObject({ description: 'A shop', expireInHours: 24 });
});

test('a draft keeps its values and its organization while its tabs are opened', async () => {
  const { page, tab, field, save, stored } = desk;
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await page.goto('/new/users?organization=acme');
  const name = await field('Name').inputValue();
  await field('Display name').fill('Ada');
  await tab('Access');
  await field('Administrator').waitFor();
  await tab('Profile');
  expect([await field('Name').inputValue(), await field('Display name').inputValue()]).toEqual([name, 'Ada']);
  await tab('Access');
  await save();
  await page.waitForURL(`**/users/acme/${name}?tab=access`);
  expect(await stored('user', `acme/${name}`)).toMatchObject({ displayName: 'Ada' });
});

test('a refused save opens the first tab with an error, also a folded one that nobody opened, and marks the others', async () => {
  const { page, app, tab, field, button } = desk;
  const name = await newApplication();
  // An older release stored what this one refuses.
  await app
    .db('applications')
    .where({ name })
    .update({ signup_url: `https://${'x'.repeat(300)}` });
  await page.goto(`/applications/${name}?tab=tokens`);
  await field('Access token lifetime').fill('-1');
  await tab('Branding');
  await button('Save').click();
  await expect.poll(selected).toBe('Sign-up');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('signupUrl');
  const failed = page.getByRole('tab', { name: 'has errors' });
  await expect.poll(() => failed.allTextContents()).toEqual(['Sign-up', 'Tokens']);
  await field('Sign-up URL').fill('https://shop.example/join');
  await page.getByRole('tab', { name: 'Tokens: has errors' }).click();
  await expect.poll(() => field('Access token lifetime').getAttribute('aria-invalid')).toBe('true');
  await field('Access token lifetime').fill('1');
  await desk.save();
  expect(await failed.count()).toBe(0);
});

test('a folded section says which of its fields are set', async () => {
  const { page } = desk;
  await page.goto(`/applications/${await newApplication({ allowHttpRedirects: true })}?tab=protocols`);
  const toggle = page.getByRole('button', { name: /^Older clients/ });
  await expect.poll(() => toggle.textContent()).toBe('Older clients Set: Allow http redirects');
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
  expect(await desk.field('Compress SAML responses').isVisible()).toBe(false);
  await toggle.click();
  await desk.field('Compress SAML responses').waitFor({ state: 'attached' });
  await page.goto(`/applications/${await newApplication()}?tab=protocols`);
  await expect.poll(() => toggle.textContent()).toBe('Older clients Nothing set');
});
