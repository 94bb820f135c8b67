import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'application', { name: 'shop', organization: 'built-in', cert: 'cert-built-in' });
});

afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('a dangerous choice says what it does beside the field, and says it no more when it is taken back', async () => {
  const { page } = desk;
  await page.goto('/applications/shop?tab=protocols');
  const grant = page.getByLabel('Password', { exact: true });
  await grant.check();
  const effect = page.getByText('the application sees the passwords of its users');
  await effect.waitFor();
  await grant.uncheck();
  await effect.waitFor({ state: 'detached' });
});

test('a switch that takes something away asks first, and a refusal leaves it as it was', async () => {
  const { page, field, save, stored } = desk;
  await page.goto('/applications/shop');
  const enabled = field('Enabled');
  const effect = 'Nobody can sign in to the application any more';
  const dialog = page.getByRole('dialog');
  await enabled.click({ force: true });
  await dialog.getByText(effect).waitFor();
  expect(await findings(page, undefined, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await enabled.isChecked()).toBe(true);
  await enabled.click({ force: true });
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect.poll(() => enabled.isChecked()).toBe(false);
  await page.getByText(effect).waitFor();
  await save();
  expect((await stored('application', 'admin/shop')).isEnabled).toBe(false);
  // It is stored, so nothing is lost by choosing it again.
  await enabled.click({ force: true });
  await enabled.click({ force: true });
  expect(await dialog.count()).toBe(0);
});
