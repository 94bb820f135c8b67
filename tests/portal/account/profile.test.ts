import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, done, field, stored, visitAccount, withOrganization, withRule } from './account-world.ts';

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

test('a user changes the facts about them, and only what they typed is sent', async () => {
  const { page, name, complaints } = await visitAccount(world, { title: 'Porter' });
  await field(page, 'Display name').fill('Ada Lovelace');
  await field(page, 'Country/Region').selectOption('FR');
  await field(page, 'Address').fill('1 rue de Rivoli\n75001 Paris');
  await field(page, 'Birthday').fill('1815-12-10');
  await field(page, 'Time zone').selectOption('Europe/Paris');
  // Meanwhile somebody else changes another fact.
  await world.root.post('update-user', { title: 'Baker' }, { query: { id: `acme/${name}`, columns: 'title' } });
  await button(page, 'Save').click();
  await done(page, 'Your changes are saved');
  expect(await stored(world, name)).toMatchObject({
    displayName: 'Ada Lovelace',
    region: 'FR',
    address: ['1 rue de Rivoli', '75001 Paris'],
    birthday: '1815-12-10',
    timeZone: 'Europe/Paris',
    title: 'Baker',
  });
  expect(await field(page, 'Job title').inputValue()).toBe('Baker');
  expect(await page.getByRole('banner').or(page.locator('.account-user')).first().textContent()).toContain(
    'Ada Lovelace',
  );
  expect(complaints).toEqual([]);
});

test('items that the user may not change are text, without a field; hidden items are not there', async () => {
  const { page, name } = await visitAccount(world, { affiliation: 'Analytical Engines', region: 'DE' });
  await withRule(world, 'Affiliation', { modifyRule: 'Admin' }, () =>
    withRule(world, 'Country/Region', { modifyRule: 'Immutable' }, () =>
      withRule(world, 'Bio', { visible: false }, async () => {
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
        expect(await text(page, 'Affiliation').textContent()).toBe('Analytical Engines');
        expect(await text(page, 'Country/Region').textContent()).toBe('Germany (DE)');
        for (const label of ['Affiliation', 'Country/Region', 'ID', 'Organization', 'Short biography'])
          expect(await details(page).getByLabel(label, { exact: true }).count(), label).toBe(0);
        expect(await page.getByText('Short biography').count()).toBe(0);
        expect(await findings(page)).toEqual([]);
      }),
    ),
  );
  expect(await text(page, 'Organization').textContent()).toBe('Acme');
  expect(await text(page, 'ID').textContent()).toBe((await stored(world, name)).id);
});

test('35.28 a tag has its Chinese label in Chinese alone', async () => {
  const offered = async (locale: string, label: string) => {
    const { page } = await visitAccount(world, { options: { locale } });
    await field(page, label).waitFor();
    return field(page, label).locator('option').allTextContents();
  };
  await withOrganization(world, { tags: ['guest|访客', 'staff'] }, () =>
    withRule(world, 'Tag', { viewRule: 'Self', modifyRule: 'Self' }, async () => {
      expect(await offered('en-US', 'Tag')).toEqual(expect.arrayContaining(['guest', 'staff']));
      expect(await offered('fr-FR', 'Étiquette')).toEqual(expect.arrayContaining(['guest', 'staff']));
      expect(await offered('zh-CN', '标签')).toEqual(expect.arrayContaining(['访客', 'staff']));
    }),
  );
});

test('a new email needs a code to it, and the old one gets a notice', async () => {
  const { page, name, email, complaints } = await visitAccount(world);
  await button(page, 'Change email').click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  const answer = dialog.getByRole('textbox', { name: 'Verification code' });
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  // 35.28 The words are those of the specification.
  await dialog.getByText('Empty email').waitFor();
  await dialog.getByText('Empty Code').waitFor();
  expect(await findings(page)).toEqual([]);
  const fresh = `new-${email}`;
  await dialog.getByLabel('New email').fill(fresh);
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await answer.fill('000000');
  const code = await world.mail.codeTo(fresh);
  if (code !== '000000') {
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.locator('#code-problem:not(:empty)').waitFor();
  }
  await answer.fill(code);
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await done(page, 'Your email is changed');
  expect(await text(page, 'Email').textContent()).toBe(fresh);
  expect(await stored(world, name)).toMatchObject({ email: fresh, emailVerified: true });
  const notice = await world.mail.mailTo(email, /Subject: Your email address was changed/);
  expect(notice.text).toContain(name);
  expect(complaints).toEqual([]);
});
