import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'busy', displayName: 'Busy' });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await add(desk.admin, 'user', { owner: 'busy', name });
  await add(desk.admin, 'application', { name: 'busy-shop', organization: 'busy', cert: 'cert-built-in' });
});

afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const dialog = () => desk.page.getByRole('dialog');

async function tryToDelete(): Promise<void> {
  const { page } = desk;
  await page.goto('/organizations?field=name&value=busy');
  await page.getByRole('button', { name: 'Actions for busy' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await dialog().getByText('Organization failed to delete: it is still in use').waitFor();
}

test('a refused deletion links to what stands in the way, and no toast repeats it', async () => {
  const { page } = desk;
  await tryToDelete();
  await dialog().getByText('Users (7)').waitFor();
  await dialog().getByText('Applications (1)').waitFor();
  expect(await page.getByText('failed to delete').count()).toBe(1);
  expect(await findings(page, undefined, '[role=dialog]')).toEqual([]);
  await dialog().getByRole('link', { name: 'busy-shop' }).click();
  await page.waitForURL('**/applications/busy-shop');
  await dialog().waitFor({ state: 'detached' });

  await tryToDelete();
  expect(
    await dialog()
      .getByRole('link', { name: /^busy\// })
      .count(),
  ).toBe(5);
  await dialog().getByRole('link', { name: '2 more' }).click();
  await page.waitForURL('**/organizations/busy/users');

  await tryToDelete();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Actions for busy');
});

test('an editor says what stands in the way of its object', async () => {
  const { page } = desk;
  await page.goto('/organizations/busy');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await dialog().getByText('Users (7)').waitFor();
  await dialog().getByRole('link', { name: 'busy-shop' }).click();
  await page.waitForURL('**/applications/busy-shop');
});

test('a bulk deletion names what stands in the way of each object', async () => {
  const { page } = desk;
  await add(desk.admin, 'organization', { name: 'busy-not', displayName: 'Free' });
  await page.goto('/organizations?field=name&value=busy');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await dialog().getByText('1 object failed').waitFor();
  await dialog().getByText('Busy: it is still in use').or(dialog().getByText('busy: it is still in use')).waitFor();
  await dialog().getByRole('link', { name: 'busy-shop' }).click();
  await page.waitForURL('**/applications/busy-shop');
  expect(await desk.stored('organization', 'admin/busy-not')).toBe(null);
});
