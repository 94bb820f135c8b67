import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PagesWorld, solveCaptcha, startPages } from '../world/pages-world.ts';
import { button, field, stored, visitAccount, withOrganization } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const details = (page: Page) => page.getByRole('region', { name: 'About you' });
/** The text of a value that is no field. */
const text = (page: Page, label: string) =>
  details(page)
    .locator('dl')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

test('a new language is the language of the page at once, and of the next visit', async () => {
  const { page, name } = await visitAccount(world);
  await details(page).getByLabel('Language', { exact: true }).selectOption('de');
  await button(page, 'Save').click();
  await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor();
  expect(await stored(world, name)).toMatchObject({ language: 'de' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor();
});

test('an older organization has the present items, with the rules of the item that they were part of', async () => {
  const { page } = await visitAccount(world, { location: 'London' });
  const { data } = (await world.root.get('get-organization', { id: 'admin/acme' })).body;
  const today = ['Address', 'Birthday', 'Language', 'Time zone'];
  const accountItems = (data.accountItems as { name: string }[])
    .filter(({ name }) => !today.includes(name))
    .map((item) => (item.name === 'Location' ? { ...item, modifyRule: 'Admin' } : item));
  await withOrganization(world, { accountItems }, async () => {
    await page.reload();
    await details(page).getByLabel('Language', { exact: true }).waitFor();
    await field(page, 'Time zone').waitFor();
    expect(await text(page, 'Address').textContent()).toBe('Not set');
    expect(await text(page, 'City').textContent()).toBe('London');
  });
});

test('a problem stands at its field, and what was typed stays', async () => {
  const { page } = await visitAccount(world);
  await field(page, 'Display name').fill(' ');
  await button(page, 'Save').click();
  await details(page).getByRole('alert').filter({ hasText: /./ }).waitFor();
  expect(await field(page, 'Display name').inputValue()).toBe(' ');
  await button(page, 'Save').waitFor();
});

test('a captcha of the application comes before the code', async () => {
  const { data } = (await world.root.get('get-application', { id: 'admin/shop' })).body;
  const providers = [{ name: 'provider_mail' }, { name: 'provider_captcha' }];
  await world.root.post('update-application', { providers }, { query: { id: 'admin/shop', columns: 'providers' } });
  try {
    const { page, email } = await visitAccount(world);
    await button(page, 'Change email').click();
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    await dialog.getByLabel('New email').fill(`captcha-${email}`);
    await dialog.getByRole('button', { name: 'Send Code' }).click();
    const captcha = page.getByRole('dialog').filter({ hasText: 'Listen' });
    await captcha.waitFor();
    expect(world.mail.received.some(({ to }) => to.includes(`captcha-${email}`))).toBe(false);
    await solveCaptcha(page);
    expect(await world.mail.codeTo(`captcha-${email}`)).toMatch(/^\d{6}$/);
  } finally {
    const { providers: before } = data;
    await world.root.post(
      'update-application',
      { providers: before },
      { query: { id: 'admin/shop', columns: 'providers' } },
    );
  }
});
