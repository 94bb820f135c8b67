import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** Whole tasks without a mouse, by Tab and other keys. */

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
});

afterAll(() => desk?.close());

/** A webhook with headers and a unique name. */
async function newHook(): Promise<string> {
  const name = `hook-${randomUUID().slice(0, 8)}`;
  const headers = ['X-First', 'X-Second'].map((each) => ({ name: each, value: '' }));
  await add(desk.admin, 'webhook', { name, organization: 'acme', url: 'https://example.com/', headers });
  return name;
}

const press = (key: string) => desk.page.keyboard.press(key);
const type = (text: string) => desk.page.keyboard.type(text);

/** The accessible name of the focused element. */
const focused = () =>
  desk.page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '').trim();
  })()`);

/** Presses Tab until an element with this name has the focus. */
async function reach(name: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 250; step++) {
    if ((await focused()) === name) return;
    await press(key);
  }
  throw new Error(`${name} cannot be reached by ${key}; at the end ${await focused()} had the keyboard`);
}

/** Opens a page, and goes past its menu as the first Tab offers. */
async function open(address: string, isThere: Locator): Promise<void> {
  await desk.page.goto(address);
  await isThere.waitFor();
  await press('Tab');
  await expect.poll(focused).toBe('Skip to content');
  await press('Enter');
  await expect.poll(() => desk.page.evaluate('document.activeElement.id')).toBe('main');
}

const openHook = (name: string) => open(`/webhooks/${name}`, desk.page.getByRole('heading', { name, exact: true }));

async function act(name: string): Promise<void> {
  await reach(name);
  await press('Enter');
}

test('a webhook is added: its organization is searched, headers are written and ordered, and it is saved', async () => {
  const { page, heading, stored } = desk;
  await open('/webhooks', page.getByRole('button', { name: 'Add', exact: true }).first());
  await act('Add');
  await heading('New webhook');
  await reach('Organization');
  await type('acm');
  await page.getByRole('option', { name: 'acme' }).waitFor();
  await press('ArrowDown');
  await press('Enter');
  await reach('Name');
  await press('Control+a');
  const name = `typed-${randomUUID().slice(0, 8)}`;
  await type(name);
  await reach('URL');
  await type('https://hooks.example/');

  await act('Add: Headers');
  // The new row has the focus at once.
  await expect.poll(focused).toBe('Name 1');
  await press('Control+a');
  await type('X-First');
  await act('Add: Headers');
  await expect.poll(focused).toBe('Name 2');
  await press('Control+a');
  await type('X-Second');
  await act('Up 2');
  // The focus follows the row, which cannot move further up.
  await expect.poll(focused).toBe('Down 1');
  await reach('Sign-out');
  await press('Space');
  await act('Save & Exit');
  await page.getByRole('link', { name, exact: true }).waitFor();
  const { organization, headers, events } = await stored('webhook', `admin/${name}`);
  expect([organization, headers.map(({ name }: { name: string }) => name), events]).toEqual([
    'acme',
    ['X-Second', 'X-First'],
    ['signup', 'login', 'update-user'],
  ]);
});

test('a webhook is edited: a choice is made from a list, a row is removed, and its YAML is shown', async () => {
  const { page, stored } = desk;
  const name = await newHook();
  await openHook(name);
  await reach('Method: POST');
  await press('Enter');
  await page.getByRole('option', { name: 'PUT' }).waitFor();
  await reach('PUT', 'ArrowDown');
  await press('Enter');
  await act('Delete 1');
  await expect.poll(focused).toBe('Delete 1');
  await act('Save');
  await page.getByText('Successfully saved').first().waitFor();
  // The focus is still here.
  expect(await focused()).toBe('Save');
  const { method, headers } = await stored('webhook', `admin/${name}`);
  expect([method, headers.length]).toEqual(['PUT', 1]);

  await open('/organizations/acme', page.getByRole('heading', { name: 'Acme', exact: true }));
  // Tab reaches one tab, and arrow keys the others.
  await reach('Settings');
  await press('ArrowLeft');
  await expect.poll(focused).toBe('YAML');
  await press('Home');
  await reach('YAML', 'ArrowRight');
  await press('Enter');
  await page.getByText('kind: Organization').waitFor();
});

test('help opens and closes', async () => {
  const { page } = desk;
  await openHook(await newHook());
  await act('Help for URL');
  await page.getByText('URL that is called.').waitFor();
  await press('Escape');
  await page.getByText('URL that is called.').waitFor({ state: 'detached' });
});

test('a list is searched, filtered, sorted and paged', async () => {
  const { page, admin } = desk;
  for (let number = 10; number < 25; number++)
    await add(admin, 'webhook', { name: `page-${number}`, organization: 'acme', url: 'https://example.com/' });
  await open('/webhooks', page.getByRole('link', { name: 'page-24' }));
  await reach('Search Name');
  await type('page-');
  await press('Enter');
  await page.waitForURL('**/webhooks?field=name&value=page-');
  await reach('Name');
  await press('Enter');
  await page.waitForURL(/sortField=name&sortOrder=ascend/);
  await act('Next page');
  await page.getByRole('link', { name: 'page-24' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^page-/ }).count()).toBe(5);
  await act('Content type: Content type');
  await page.getByRole('option', { name: 'application/json' }).waitFor();
  await reach('application/json', 'ArrowDown');
  await press('Enter');
  await page.waitForURL(/field=contentType/);
  await act('Close application/json');
  await page.waitForURL((address) => !address.search.includes('contentType'));
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
});

test('an object is deleted after a confirmation, and stays without one', async () => {
  const { page, stored } = desk;
  const name = await newHook();
  await open(`/webhooks?field=name&value=${name}`, page.getByRole('button', { name: `Actions for ${name}` }));
  const remove = async () => {
    await act(`Actions for ${name}`);
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await reach('Delete', 'ArrowDown');
    await press('Enter');
    await page.getByText(`Sure to delete webhook: ${name} ?`).waitFor();
    // «Delete» of the menu has the focus until the dialog takes it.
    await expect.poll(focused).toBe('Close');
  };
  await remove();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe(`Actions for ${name}`);
  expect((await stored('webhook', `admin/${name}`)).name).toBe(name);
  await remove();
  await act('Delete');
  await page.getByText('No results').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  expect(await stored('webhook', `admin/${name}`)).toBe(null);
});

test('a question protects unsaved changes, and keys answer it', async () => {
  const { page } = desk;
  const name = await newHook();
  const address = `/webhooks/${name}`;
  await openHook(name);
  await reach('URL');
  await type('x');
  await reach('Records', 'Shift+Tab');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await act('Stay');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(address);
});
