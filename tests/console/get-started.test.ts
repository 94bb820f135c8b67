import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../harness/cluster/ports.ts';
import { add, createTenant } from '../harness/world.ts';
import { type Started, startFolder } from '../programs/started.ts';
import { findingsInFull } from './world/axe.ts';
import { type Desk, openDesk } from './world/desk.ts';

const modules = join(import.meta.dirname, '..', '..', 'node_modules');

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

/** Counts what a person does. */
function counted() {
  const done = { clicks: 0, fields: 0 };
  return {
    done,
    async click(target: Locator) {
      done.clicks += 1;
      await target.click();
    },
    async fill(target: Locator, text: string) {
      done.fields += 1;
      await target.fill(text);
    },
  };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect an application' });
const textOf = async (page: Page, title: string) =>
  (await page
    .getByRole('heading', { name: title, exact: true })
    .locator('xpath=following-sibling::*[1]')
    .locator('pre')
    .textContent()) ?? '';

test('from an empty installation to a sign-in of an own program in at most 8 clicks and 4 fields', async () => {
  const { page, button, browser } = desk;
  const { click, fill, done } = counted();
  await page.goto('/');
  await click(button('Connect an application'));
  const dialog = dialogOf(page);
  await fill(dialog.getByLabel('Name of the application'), 'The Shop');
  await fill(dialog.getByLabel('Organization', { exact: true }), 'Acme');
  await dialog.getByText('A new organization with this name is made.').waitFor();
  // The test's machine may use the port of the program. It counts for nobody.
  const port = await freePort();
  await dialog.getByLabel('Redirect URL').fill(`http://localhost:${port}/callback`);
  await click(dialog.getByRole('button', { name: 'Create' }));

  await page.getByRole('heading', { name: 'Connect The Shop', level: 1 }).waitFor();
  await page.getByText('Waiting for the first sign-in').waitFor();
  await click(button('Add a user for the trial'));
  const username = await page.getByRole('textbox', { name: 'User name', exact: true }).inputValue();
  const password = await page.getByRole('textbox', { name: 'Password', exact: true }).inputValue();

  const folder = mkdtempSync(join(tmpdir(), 'doorwright-first-'));
  const save = async (file: string, heading: string) => {
    await click(page.getByRole('button', { name: `Download: ${file}` }));
    writeFileSync(join(folder, file), await textOf(page, heading));
  };
  await save('.env', 'The values, in the file .env');
  await save('server.js', 'The file server.js');
  await save('package.json', 'The file package.json');
  symlinkSync(modules, join(folder, 'node_modules'));
  const started: Started = await startFolder(folder, `http://localhost:${port}`, ['npm start']);
  try {
    const { page: program } = await browser.visit(`http://localhost:${port}`);
    await program.goto('/');
    await click(program.getByRole('link', { name: 'Sign in' }));
    // A new application asks for the user first.
    await fill(program.getByLabel(/Username/), username);
    await click(program.getByRole('button', { name: 'Continue', exact: true }));
    await fill(program.getByLabel('Password', { exact: true }), password);
    await program.keyboard.press('Enter');
    await program.getByRole('heading', { name: 'Trial' }).waitFor();
  } finally {
    await started.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(done);
  expect(done.clicks).toBeLessThanOrEqual(8);
  expect(done.fields).toBeLessThanOrEqual(4);

  await page.getByText(`It works: acme/${username} signed in`).waitFor();
  const tokens = page.locator('pre').filter({ hasText: '"iss"' });
  expect(await tokens.first().textContent()).toContain(`"name": "${username}"`);
  expect(await tokens.first().textContent()).toContain(`"email": "${username}@example.com"`);
  await page.getByRole('heading', { name: 'The ID token, decoded (without at_hash)' }).waitFor();
  expect(await tokens.nth(1).textContent()).toContain('"auth_time"');
});

test('its page shows the custom resource, and takes an address of each protocol', async () => {
  const { page, stored } = desk;
  await page.goto('/get-started/the-shop');
  await page.getByRole('button', { name: 'The same as a custom resource' }).click();
  await page.locator('pre').filter({ hasText: 'kind: Application' }).waitFor();
  expect(await stored('organization', 'admin/acme')).toMatchObject({ displayName: 'Acme' });
  expect(await stored('application', 'admin/the-shop')).toMatchObject({ organization: 'acme', enableSignUp: false });
});

test.each([
  ['Machine', { grantTypes: ['client_credentials'], redirectUris: [] }],
  ['Single-page application', { clientType: 'public', redirectUris: ['http://localhost:5173/callback'] }],
  ['CAS service', { casServices: ['https://wiki.example/*'], redirectUris: [] }],
  ['SAML service provider', { samlServiceProviders: [{ entityId: 'urn:wiki', acsUrls: ['https://wiki.example/*'] }] }],
])('an application of the kind %s has the fields of its kind', async (kind, fields) => {
  const { page, button, stored } = desk;
  await page.goto('/get-started');
  await button('Connect an application').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name of the application').fill(`My ${kind}`);
  await dialog.getByLabel('Organization', { exact: true }).fill('acme');
  await dialog.getByRole('button', { name: /^Kind of application/ }).click();
  await page.getByRole('option', { name: kind, exact: true }).click();
  for (const [label, text] of [
    ['Entity ID', 'urn:wiki'],
    ['ACS URL', 'https://wiki.example/*'],
    ['Service URL', 'https://wiki.example/*'],
  ] as const)
    if (await dialog.getByLabel(label).count()) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: `Connect My ${kind}`, level: 1 }).waitFor();
  const next = kind === 'Machine' ? 'Run the command on this page.' : 'Start the program, open it and sign in.';
  await page.getByText(next).waitFor();
  const name = `my-${kind.toLowerCase().replaceAll(' ', '-')}`;
  expect(await stored('application', `admin/${name}`)).toMatchObject({ organization: 'acme', ...fields });
});

test.each([
  ['Till', 'http://127.0.0.1:8250/callback', undefined],
  ['Scanner', 'com.example.scanner:/callback', 'com.example.scanner:/callback'],
  ['Wallet', 'https://wallet.example/callback', 'https://wallet.example/callback'],
])('the native application %s gets the steps of one, and no program for pages', async (name, address, typed) => {
  const { page, button, stored } = desk;
  await page.goto('/get-started');
  await button('Connect an application').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name of the application').fill(name);
  await dialog.getByLabel('Organization', { exact: true }).fill('acme');
  await dialog.getByRole('button', { name: /^Kind of application/ }).click();
  await page.getByRole('option', { name: 'Native application', exact: true }).click();
  if (typed) await dialog.getByLabel('Redirect URL').fill(typed);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Steps for a native application' }).waitFor();
  expect(await stored('application', `admin/${name.toLowerCase()}`)).toMatchObject({
    ...{ clientType: 'public', redirectUris: [address] },
  });
  await page.getByText('Open the sign-in in the browser of the system').waitFor();
  expect(await page.getByText('package.json').count()).toBe(0);
  const guide = page.getByRole('link', { name: 'The page of the guide: devices and native apps' });
  expect(await guide.getAttribute('href')).toBe('/docs/developers/devices-and-native');
  // Somebody whose page was taken for an app chooses the program of pages.
  await page.getByRole('button', { name: /^Framework/ }).click();
  await page.getByRole('option', { name: 'React', exact: true }).click();
  await page.getByText('The file package.json').waitFor();
});

test('an organization that exists is found however people write its name', async () => {
  const { page, button, stored } = desk;
  await page.goto('/get-started');
  await button('Connect an application').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name of the application').fill('Ledger');
  await dialog.getByLabel('Organization', { exact: true }).fill('Acme');
  await dialog.getByText('A new name makes a new organization.').waitFor();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Connect Ledger', level: 1 }).waitFor();
  expect(await stored('application', 'admin/ledger')).toMatchObject({ organization: 'acme' });
});

test('a name that is taken is told in the dialog, and the typed values stay', async () => {
  const { page, button } = desk;
  await page.goto('/get-started');
  await button('Connect an application').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name of the application').fill('The Shop');
  await dialog.getByLabel('Organization', { exact: true }).fill('Globex');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText(/already/).waitFor();
  await dialog.getByLabel('Name of the application').fill('Second shop');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Connect Second shop', level: 1 }).waitFor();
});

test('an administrator of an organization connects applications of it alone, and a user is refused', async () => {
  const { app, admin, visitAs } = desk;
  const { admin: adam, user } = await createTenant(app, admin, 'initech');
  const { page } = await visitAs(adam);
  await page.goto('/get-started');
  await page.getByRole('button', { name: 'Connect an application' }).click();
  const dialog = dialogOf(page);
  expect(await dialog.getByLabel('Organization', { exact: true }).count()).toBe(0);
  await dialog.getByLabel('Name of the application').fill('Printer');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Connect Printer', level: 1 }).waitFor();
  expect(await desk.stored('application', 'admin/printer')).toMatchObject({ organization: 'initech' });
  const { page: alices } = await visitAs(user);
  await alices.goto('/get-started');
  await alices.getByText('Sorry, you do not have permission').waitFor();
});

test('the card leaves the home page when its user hides it, and the menu still leads there', async () => {
  const { page, button } = desk;
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Get started' });
  await card.getByText(/of \d done/).waitFor();
  await button('Hide').click();
  await card.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  expect(await card.count()).toBe(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Get started' }).click();
  await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor();
});

test('each step says whether it is done', async () => {
  const { page, admin } = desk;
  await page.goto('/get-started');
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await step('Connect an application').getByText('Done').waitFor();
  await step('Send mail').getByRole('link', { name: 'Add a mail provider' }).waitFor();
  await add(admin, 'provider', { name: 'mail', category: 'Email', type: 'Default' });
  await page.reload();
  await step('Send mail').getByText('Done').waitFor();
});

test.each(['light', 'dark'] as const)(
  'no page of the first steps has a finding of axe in the %s theme',
  async (colorScheme) => {
    const { page } = desk;
    await page.emulateMedia({ colorScheme });
    for (const path of ['/get-started', '/get-started/the-shop']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findingsInFull(page), path).toEqual([]);
    }
  },
);
