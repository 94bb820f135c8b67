import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loseAnswer } from '../../console/world/lose-answer.ts';
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

const items = [item('Username'), item('Country/Region'), ...passwordItems];
const visit = (path: string) => visitPage(world, path);

test('the sign-up page keeps its values without secrets over a reload until the account exists, and a lost answer costs no name', async () => {
  const path = await signupApplication(world, 'patient', items);
  const { page } = await visit(path);
  const values = async () => [
    await field(page, 'Username').inputValue(),
    await page.getByRole('combobox', { name: 'Country/Region' }).inputValue(),
    await field(page, 'Password').inputValue(),
  ];
  const typed = { Username: `paz_${randomUUID().slice(0, 8)}`, ...secret };
  await fill(page, typed);
  await page.getByRole('combobox', { name: 'Country/Region' }).fill('France');
  await field(page, 'Username').focus();
  await page.reload();
  await expect.poll(values).toEqual([typed.Username, 'France (FR)', '']);
  await page.goto('/login');
  await page.goto(path);
  await expect.poll(values).toEqual(['', '', '']);
  await page.goBack();
  await page.goBack();
  await expect.poll(values).toEqual([typed.Username, 'France (FR)', '']);
  await loseAnswer(page, '**/api/signup');
  await fill(page, secret);
  await submit(page);
  await page.getByRole('alert').waitFor();
  await page.reload();
  await expect.poll(values).toEqual([typed.Username, 'France (FR)', '']);
  await fill(page, secret);
  await submit(page);
  await page.waitForURL('**/result/patient');
  await page.goBack();
  await expect.poll(values).toEqual(['', '', '']);
  expect(await page.evaluate('Object.values(sessionStorage).join()')).not.toContain('a-good-password');
});
