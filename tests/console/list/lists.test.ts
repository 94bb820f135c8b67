import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, createTenant } from '../../harness/world.ts';
import { type Desk, openDesk, showAllColumns } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const common = { organization: 'built-in', url: 'https://example.com/hook' };
  for (let number = 10; number < 37; number++) {
    const contentType = number % 2 ? 'application/json' : 'application/x-www-form-urlencoded';
    await add(desk.admin, 'webhook', { name: `hook-${number}`, contentType, ...common });
  }
});

afterAll(() => desk?.close());

const names = () => desk.page.getByRole('link', { name: /^hook-/ }).allTextContents();
const total = (count: number) => desk.page.getByText(`${count} in total`).filter({ visible: true }).first().waitFor();
const search = () => new URL(desk.page.url()).search;

test('a list says how many objects there are, has a page size, and jumps to a page', async () => {
  const { page } = desk;
  await page.goto('/webhooks');
  await total(27);
  await expect.poll(async () => (await names()).length).toBe(10);
  await page.locator('#pages-bottom-toggle').click();
  await page.getByRole('menuitem', { name: '20' }).click();
  await expect.poll(async () => (await names()).length).toBe(20);
  await expect.poll(search).toBe('?pageSize=20');
  const jumper = page.getByRole('spinbutton', { name: 'Current page' });
  await jumper.fill('2');
  await jumper.press('Enter');
  await expect.poll(async () => (await names()).length).toBe(7);
  await expect.poll(search).toBe('?p=2&pageSize=20');
});

test('a page beyond the end shows the last one', async () => {
  await desk.page.goto('/webhooks?p=40');
  await expect.poll(async () => (await names()).length).toBe(7);
  await expect.poll(() => desk.page.getByRole('spinbutton', { name: 'Current page' }).inputValue()).toBe('3');
});

test('a column is filtered by a value, which shows above the table until it is removed', async () => {
  const { page, choose } = desk;
  await page.goto('/webhooks');
  await choose(page.getByRole('button', { name: /^Content type:/ }), 'application/json');
  await total(13);
  await expect.poll(search).toBe('?field=contentType&value=application%2Fjson');
  await page.getByRole('button', { name: 'Close application/json' }).click();
  await total(27);
  await expect.poll(search).toBe('');
});

test('dialogs, labels and buttons have names in the language of the page', async () => {
  const { page, context } = await desk.visitAs(desk.admin, { locale: 'de-DE' });
  await page.goto('/webhooks?field=contentType&value=application%2Fjson');
  await page.getByRole('button', { name: 'Schließen application/json' }).waitFor();
  await page
    .getByRole('row', { name: /hook-35/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).waitFor();
  expect(await dialog.getByRole('heading').textContent()).toMatch(/^Warnung: /);
  await context.close();
});

test('sorting before a search has finished keeps the search', async () => {
  const { page } = desk;
  await page.goto('/webhooks');
  await total(27);
  await page.getByRole('textbox', { name: 'Search Name' }).fill('hook-2');
  await page.evaluate(`(async () => {
    document.querySelector('button[aria-label="Search Name"]').click();
    for (let turn = 0; turn < 10_000 && !location.search; turn++) await null;
    [...document.querySelectorAll('th button')].find((each) => each.textContent === 'Name').click();
  })()`);
  await expect.poll(search).toBe('?field=name&value=hook-2&sortField=name&sortOrder=ascend');
  await total(10);
});

test('Back from an object shows the list as it was', async () => {
  const { page, heading, button, visitor } = desk;
  const address = '/webhooks?field=name&value=hook-&pageSize=20';
  const depth = () => page.evaluate("document.getElementById('main').scrollTop");
  const link = page.getByRole('link', { name: 'hook-20', exact: true });
  const open = async () => {
    await link.dispatchEvent('click');
    await heading('hook-20');
    expect(await depth()).toBe(0);
  };
  const isAsItWas = async () => {
    await link.waitFor();
    expect(page.url()).toBe(`${desk.app.url}${address}`);
    await expect.poll(depth).toBe(200);
  };
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(address);
  await page.getByRole('status').getByText('27 in total').waitFor({ state: 'attached' });
  await page.evaluate("document.getElementById('main').scrollTo(0, 200)");
  await expect.poll(depth).toBe(200);
  await visitor.atRest();
  await open();
  await page.goBack();
  await isAsItWas();
  await open();
  await desk.field('URL').fill('https://example.com/other');
  await desk.save();
  await button('Save & Exit').click();
  await isAsItWas();
  await page.setViewportSize({ width: 1600, height: 1000 });
});

test('an empty cell stays empty, and records come in pages of twenty', async () => {
  const { page } = desk;
  await showAllColumns(desk, '/records');
  await page.goto('/records?field=action&value=add-webhook');
  const rows = page.getByRole('grid', { name: 'Records' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(20);
  await expect.poll(() => rows.first().locator('td[data-label="Webhooks called"]').textContent()).toBe('');
  await page.goto('/records?field=action&value=login');
  await expect.poll(() => rows.first().locator('td[data-label="Webhooks called"]').textContent()).toMatch(/ON|OFF/);
});

test('a missing organization has no list, not even an empty one', async () => {
  const { page, admin, heading } = desk;
  await page.goto('/organizations/nowhere/users');
  await heading('Not found');
  await page.getByText('Sorry, the page you visited does not exist.').waitFor();
  expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
  await add(admin, 'organization', { name: 'newborn', displayName: 'Newborn' });
  await page.goto('/organizations/newborn/users');
  await page.getByText('Nothing here yet').waitFor();
});

test('a list that fails to load says why, and can be retried', async () => {
  const { page, button } = desk;
  await page.route('**/api/get-models*', (route) => route.abort());
  await page.goto('/models');
  await page.getByText('The data could not be loaded').waitFor();
  await page.getByText('Failed to connect to server').waitFor();
  await page.unroute('**/api/get-models*');
  await button('Try again').click();
  await page.getByText('Nothing here yet').waitFor();
});

test.each([
  ['searched', 'field=bogus&value=x', 'Unknown column'],
  ['sorted by', 'sortField=bogus&sortOrder=ascend', ''],
])('an unknown column that is %s is an error with a way back to the list', async (_how, query, label) => {
  const { page, button } = desk;
  await page.goto(`/webhooks?${query}`);
  await page.getByText('does not accept the column bogus of Webhook').waitFor();
  if (label) await page.getByText(label, { exact: true }).waitFor();
  expect(await page.getByText('fields.bogus').count()).toBe(0);
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click();
  await total(27);
  expect(search()).toBe('');
  expect(await button('Try again').count()).toBe(0);
});

test('a list without permission says so', async () => {
  const { app, admin, visitAs } = desk;
  const { page } = await visitAs((await createTenant(app, admin, 'acme')).admin);
  await page.goto('/organizations/built-in/users');
  await page.getByText('Sorry, you do not have permission to access this page.').waitFor();
});
