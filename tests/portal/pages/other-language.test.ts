import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { add, password } from '../../harness/world.ts';
import { field, fill, type PagesWorld, signupApplication, startPages, visitPage } from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  await add(world.root, 'user', {
    ...{ owner: 'acme', name: 'olga', password, email: 'olga@acme.example', phone: '13812345678' },
  });
});
afterAll(() => world?.stop());

const visit = (path: string) => visitPage(world, path);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

async function choose(page: Page, language: string, title: string): Promise<void> {
  const box = page.locator('footer select').first();
  await box.focus();
  await box.selectOption(language);
  await heading(page, title);
}

/** After a choice by keyboard, the focus is on the language box. */
const isAtBox = (page: Page) => page.evaluate("document.activeElement.matches('footer select')");

const items = ['Username', 'Country/Region', 'Email', 'Password', 'Confirm password', 'Agreement'].map((name) => ({
  name,
  rule: name === 'Email' ? 'Normal' : 'None',
}));

describe('Another language', () => {
  test('keeps the values of the sign-up form, and shows its problems in the new language', async () => {
    const { page, complaints } = await visit(await signupApplication(world, 'many-words', items));
    await fill(page, { Username: 'ingrid', Email: 'ingrid@', Password: 'a-good-password', Confirm: 'a-good-one' });
    const region = page.getByRole('combobox', { name: 'Country/Region' });
    await region.fill('germ');
    await region.press('Enter');
    await field(page, 'I accept the Terms of Use').check();
    await field(page, 'Confirm').press('Enter');
    await page.getByText('The input is not valid Email!').waitFor();

    await choose(page, 'de', 'Registrieren');
    expect(await isAtBox(page)).toBe(true);
    await page.getByText('Das ist keine gültige E-Mail-Adresse!').waitFor();
    const values = await page.evaluate(
      "[...document.querySelectorAll('form input:not([type=checkbox])')].map(({ value }) => value)",
    );
    expect(values).toEqual(['ingrid', 'Deutschland (DE)', 'ingrid@', '', 'a-good-password', 'a-good-one']);
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await page.evaluate('[document.documentElement.lang, document.title]')).toEqual([
      'de',
      'Registrieren · Acme',
    ]);
    await page.reload();
    await heading(page, 'Registrieren');
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is remembered, and an untouched page is loaded anew', async () => {
    const { page } = await visit('/login/acme');
    await page.evaluate('window.isOld = true');
    await choose(page, 'fr', 'Connexion');
    expect(await page.evaluate("[window.isOld, localStorage.getItem('language')]")).toEqual([undefined, 'fr']);
    await page.evaluate('window.isOld = true');
    await page.locator('[name=username]').fill('olga');
    await choose(page, 'de', 'Anmelden');
    expect(await page.evaluate("[window.isOld, localStorage.getItem('language')]")).toEqual([true, 'de']);
  });
});
