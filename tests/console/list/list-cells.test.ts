import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk, showAllColumns } from '../world/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

test('a filter offers the provider types of the chosen category', async () => {
  const { page } = desk;
  await page.goto('/providers');
  await page.getByRole('button', { name: /^Type:/ }).click();
  await expect
    .poll(() => page.locator('.pf-v6-c-menu__group-title').allTextContents())
    .toEqual(['OAuth', 'Email', 'SMS', 'Storage', 'SAML', 'Payment', 'Captcha']);
});

test('times are in the zone of the reader, with seconds and zone on request', async () => {
  const { admin, visitAs } = desk;
  const { page } = await visitAs(admin, { timezoneId: 'Asia/Tokyo' });
  await add(admin, 'role', { owner: 'built-in', name: 'hour', displayName: 'Hour' });
  await page.goto('/roles?field=name&value=hour');
  const time = page.getByRole('gridcell').locator('time').first();
  const created = new Date((await time.getAttribute('datetime')) ?? '');
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Tokyo' } as const;
  const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ');
  expect(await time.textContent()).toMatch(/^(now|\d+ (minutes?|hours?) ago)$/);
  const title = plain(await time.getAttribute('title'));
  expect(title).toMatch(/:\d\d:\d\d [AP]M GMT\+9$/);
  expect(title?.replace(/:\d\d (?=[AP]M)/, ' ')).toContain(plain(created.toLocaleTimeString('en-US', clock)));
});

test('numbers and their headings are aligned at the end', async () => {
  const { page } = desk;
  await page.goto('/certs');
  const cell = page.locator('td[data-label="Key size"]').first();
  await cell.waitFor();
  const align = (of: string) => page.evaluate(`getComputedStyle(document.querySelector('${of}')).textAlign`);
  expect(await align('td[data-label="Key size"]')).toBe('end');
  const end = async (of: Locator) => {
    const { x = 0, width = 0 } = (await of.boundingBox()) ?? {};
    return x + width;
  };
  const head = page.getByRole('columnheader', { name: 'Key size' });
  expect((await end(head)) - (await end(head.getByRole('button')))).toBeLessThan(24);
});

test('secret columns cannot be sorted', async () => {
  const { page } = desk;
  await showAllColumns(desk, '/organizations');
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await head('Password type').getByRole('button').waitFor();
  expect(await head('Password salt').getByRole('button').count()).toBe(0);
});

test('records have a timestamp and no creation time', async () => {
  const { page } = desk;
  await showAllColumns(desk, '/records');
  const heads = page.getByRole('grid', { name: 'Records' }).getByRole('columnheader');
  await expect
    .poll(async () => (await heads.allTextContents()).filter(Boolean))
    .toEqual([
      'Name',
      'ID',
      'Client IP',
      'Timestamp',
      'Organization',
      'User',
      'Method',
      'Request URI',
      'Action',
      'Object',
      'Webhooks called',
      'Outcome',
      'Reason',
      'Protocol',
      'Application',
      'Device',
      'Country',
    ]);
});

test('an organization links to its users', async () => {
  const { page, button } = desk;
  await page.goto('/organizations?field=name&value=built-in');
  await button('Actions for built-in').click();
  await page.getByRole('menuitem', { name: 'Users' }).click();
  await page.waitForURL('**/organizations/built-in/users');
  await page.getByRole('link', { name: 'admin', exact: true }).first().waitFor();
  await expect.poll(() => page.title()).toMatch(/^Users · built-in · /);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect
    .poll(() => trail.getByRole('listitem').allTextContents())
    .toEqual(['Organizations', 'built-in', 'Users']);
  await trail.getByRole('link', { name: 'Organizations' }).click();
  await page.waitForURL('**/organizations');
  await expect.poll(() => page.title()).toMatch(/^Organizations · /);
});

test('names in a row are links', async () => {
  const { page, admin } = desk;
  const name = 'watch%2F?#tower';
  await add(admin, 'role', { owner: 'built-in', name, users: ['built-in/admin'] });
  await page.goto('/roles?field=name&value=watch');
  await page.getByRole('link', { name }).click();
  await expect.poll(() => desk.field('Name').inputValue()).toBe(name);
  await page.goBack();
  await page.getByRole('link', { name: 'built-in/admin' }).click();
  await page.waitForURL('**/users/built-in/admin');
});

test('the link of an uploaded file is copied from its row', async () => {
  const { page, admin, visitor, app } = desk;
  const name = `${randomUUID()}.png`;
  const url = `https://media.example/${name}`;
  await add(admin, 'resource', { owner: 'built-in', name, url });
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await page.goto(`/resources?field=name&value=${name}`);
  const copy = async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
  };
  const copied = page.getByText('Copied to clipboard');
  await copy();
  await copied.waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);

  // Pages without TLS have only the old clipboard call.
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  await copy();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(url);
  await page.evaluate('document.execCommand = () => false');
  await copy();
  await page.getByText('The browser blocked copying').waitFor();
});

test('the columns of users fit windows of 1280 and 1024 pixels, badges too', async () => {
  const { page, visitor, admin } = desk;
  const ada = { owner: 'built-in', name: 'ada', displayName: 'Ada Lovelace', email: 'lovelace@acme.example' };
  await add(admin, 'user', { ...ada, isAdmin: true, password: 'correct-horse' });
  const size = page.viewportSize() ?? { width: 1600, height: 1000 };
  await page.goto('/users');
  await page.getByText('Global administrator').first().waitFor();
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await visitor.atRest();
    const [needed, given] = await page
      .getByRole('grid')
      .evaluate(({ parentElement }) => [parentElement?.scrollWidth, parentElement?.clientWidth]);
    expect(needed).toBe(given);
  }
  await page.setViewportSize(size);
});
