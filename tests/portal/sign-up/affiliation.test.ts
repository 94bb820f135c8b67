import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import {
  field,
  fill,
  focused,
  type Item,
  type PagesWorld,
  signupApplication,
  startPages,
  submit,
  visitPage,
} from '../world/pages-world.ts';
import { type AffiliationSource, startAffiliationSource } from './affiliation-source.ts';

const items: Item[] = [{ name: 'Username' }, { name: 'Affiliation' }, { name: 'Password' }];

let source: AffiliationSource;
let world: PagesWorld;
beforeAll(async () => {
  source = await startAffiliationSource();
  world = await startPages();
});
afterAll(async () => {
  await world?.stop();
  source.stop();
});

const opened = async (name: string, affiliationUrl: string) =>
  visitPage(world, await signupApplication(world, name, items, { affiliationUrl }));
const stored = (name: string) => world.app.store('user').find(world.app.db, 'acme', name);
const typeInstead = 'The choices could not be loaded. Type your affiliation.';

test('an affiliation is chosen at an address, level by level, and only its name is kept', async () => {
  const { page, complaints } = await opened('with-choices', `${source.address}/places|${source.address}/at`);
  await fill(page, { Username: 'chooser', Password: 'a-good-password' });
  await submit(page);
  await page.getByText('Please input your address!').waitFor();
  await expect.poll(() => focused(page)).toBe('address-0');
  await field(page, 'Address').selectOption('Finland');
  await field(page, 'Address, level 2').selectOption('Helsinki');
  await field(page, 'Affiliation').selectOption('Aalto');
  expect(await findings(page)).toEqual([]);

  await field(page, 'Address, level 2').selectOption('Oulu');
  await field(page, 'Affiliation').getByText('Harbour').waitFor({ state: 'attached' });
  await expect.poll(() => field(page, 'Affiliation').inputValue()).toBe('');
  await submit(page);
  await page.getByText('Please input your affiliation!').waitFor();
  await expect.poll(() => focused(page)).toBe('affiliation');
  await page.keyboard.press('H');
  await submit(page);
  await page.waitForURL('**/result/with-choices');
  expect(await stored('chooser')).toMatchObject({ affiliation: 'Harbour', address: [], score: 0 });
  expect(complaints).toEqual([]);
});

test('it is typed where an address has no affiliations', async () => {
  const { page } = await opened('with-choices', `${source.address}/places|${source.address}/at`);
  await field(page, 'Address').selectOption('Vatican City');
  await page.getByText(typeInstead).waitFor();
  await fill(page, { Username: 'guard', Affiliation: 'Swiss Guard', Password: 'a-good-password' });
  await submit(page);
  await page.waitForURL('**/result/with-choices');
  expect(await stored('guard')).toMatchObject({ affiliation: 'Swiss Guard' });
});

test('it is typed where the choices do not load, with a message, and where an application has none', async () => {
  const { page } = await opened('without-choices', `${source.address}/gone|${source.address}/at`);
  await page.getByText(typeInstead).waitFor();
  await expect.poll(() => field(page, 'Affiliation').getAttribute('aria-describedby')).toContain('affiliation-help');
  await fill(page, { Username: 'typist', Affiliation: 'Acme', Password: 'a-good-password' });
  await submit(page);
  await page.waitForURL('**/result/without-choices');
  expect(await stored('typist')).toMatchObject({ affiliation: 'Acme' });

  const { page: plain } = await opened('one-part', `${source.address}/places`);
  await field(plain, 'Affiliation').fill('Acme');
  expect(await plain.getByText(typeInstead).count()).toBe(0);
});
