import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  field,
  fill,
  item,
  type PagesWorld,
  passwordItems,
  secret,
  signupApplication,
  startPages,
  submit,
  visitPage,
} from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const visit = (path: string) => visitPage(world, path);
const stored = (name: string) => world.app.store('user').find(world.app.db, 'acme', name);
const withCountry = () =>
  signupApplication(world, 'travel', [item('Username'), item('Country/Region'), ...passwordItems]);

describe('the sign-up page, while it is filled in,', () => {
  test('takes pasted text without the blanks around it', async () => {
    const path = await signupApplication(world, 'pasted', [item('Username'), item('ID card'), ...passwordItems]);
    const { page } = await visit(path);
    const username = `pasted_${randomUUID().slice(0, 8)}`;
    await fill(page, { Username: ` ${username} `, 'ID card': '11010519491231002X ', ...secret });
    await submit(page);
    await page.waitForURL('**/result/pasted');
    expect(await stored(username)).toMatchObject({ idCard: '11010519491231002X' });
  });

  test('finds a country by a part of its name, with the keyboard alone', async () => {
    const { page } = await visit(await withCountry());
    const region = page.getByRole('combobox', { name: 'Country/Region' });
    await region.focus();
    await page.keyboard.type('cote d');
    await page.getByRole('option', { name: 'Côte d’Ivoire (CI)' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => region.inputValue()).toBe('');
    await page.keyboard.type('ger');
    // This Enter ends a word of an input method, and takes no country.
    await region.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
      .toEqual(['Germany (DE)', 'Algeria (DZ)', 'Niger (NE)', 'Nigeria (NG)']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => region.inputValue()).toBe('Algeria (DZ)');
    for (const [typed, chosen] of [
      ['NE', 'Niger (NE)'],
      ['Guinea', 'Guinea (GN)'],
      ['nowhere', 'Guinea (GN)'],
      ['algeri', 'Algeria (DZ)'],
    ] as const) {
      await region.fill(typed);
      await field(page, 'Username').focus();
      await expect.poll(() => region.inputValue()).toBe(chosen);
    }
    await fill(page, { Username: 'djamila', ...secret });
    await submit(page);
    await page.waitForURL('**/result/travel');
    expect(await stored('djamila')).toMatchObject({ region: 'DZ' });
  });

  test('takes the values of password managers: all fields at once, without focus, by every kind of event', async () => {
    const { page } = await visit(await withCountry());
    const username = `filippa_${randomUUID().slice(0, 8)}`;
    const filled = { username, region: 'Finland', password: secret.Password, confirm: secret.Confirm };
    await page.evaluate(`for (const [id, value] of Object.entries(${JSON.stringify(filled)})) {
      const field = document.getElementById(id);
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await submit(page);
    await page.waitForURL('**/result/travel');
    expect(await stored(username)).toMatchObject({ region: 'FI' });
  });
});
