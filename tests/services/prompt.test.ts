import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from '../console/world/browser.ts';
import { add } from '../harness/world.ts';
import { item } from '../portal/world/pages-world.ts';
import { arrival, requestOf } from '../portal/world/portal-pages.ts';
import { openServicePages, password, type ServicePages } from './pages-world.ts';
import type { Row } from './table.ts';

let pages: ServicePages;
let person = 0;
beforeAll(async () => {
  pages = await openServicePages();
});
afterAll(() => pages?.stop());
/** Somebody else at both services, for each test. */
beforeEach(() => {
  person += 1;
  const somebody = { id: `40${person}`, username: `prompted${person}`, displayName: 'Nora Helmer' };
  for (const type of ['GitHub', 'Google'])
    (pages.rows.find((each) => each.type === type) as Row).become({ ...somebody, email: `n${person}@post.example` });
});

const affiliation = item('Affiliation', { visible: false, required: false, prompted: true, rule: 'None' });
const visible = ['Username', 'Password', 'Confirm password'].map((name) => item(name, { visible: true }));
const asking = (name: string, providers: object[] = []) =>
  pages.application(name, {
    ...{ enableSignUp: true, enableSigninSession: true, signupItems: [...visible, affiliation] },
    providers: providers as never,
  } as never);

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const complete = (page: Page) => button(page, 'Submit and complete');
const isAsked = (page: Page) => page.getByRole('heading', { name: 'A few more details' }).waitFor();
const stored = async (name: string) => pages.app.store('user').find(pages.app.db, 'acme', name);

test('the prompt page without an application is that of the built-in one', async () => {
  const { page, complaints } = await pages.visit();
  await page.goto('/prompt');
  await page.waitForURL(/\/login(\/|\?|$)/);
  const bea = { owner: 'built-in', name: `bea${person}`, displayName: 'Bea', password };
  await add(pages.root, 'user', bea);
  await signIn(page, bea.name, password);
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
  await page.goto('/prompt');
  await page.getByText('You are unexpected to see this prompt page').waitFor();
  const { data } = (await pages.root.get('get-application', { id: 'admin/app-built-in' })).body;
  const query = { id: 'admin/app-built-in', columns: 'signupItems' };
  await pages.root.post('update-application', { signupItems: [...visible, affiliation] }, { query });
  await page.goto('/prompt');
  await isAsked(page);
  await field(page, 'Affiliation').fill('Acme Ltd');
  await complete(page).click();
  await page.waitForURL(/\/login(\/|\?|$)/);
  expect(await pages.app.store('user').find(pages.app.db, 'built-in', bea.name)).toMatchObject({
    affiliation: 'Acme Ltd',
  });
  await pages.root.post('update-application', { signupItems: data.signupItems }, { query });
  expect(complaints).toEqual([]);
});

test("a sign-up at a client's request ends at the client, after the prompt", async () => {
  const application = await asking(`prompt-request-${person}`);
  const { page, complaints } = await pages.visit();
  await page.goto(requestOf(application));
  await page.getByRole('link', { name: 'Sign up now' }).click();
  const name = `newcomer${person}`;
  await field(page, 'Username').fill(name);
  await field(page, 'Password').fill('a-good-password');
  await field(page, 'Confirm').fill('a-good-password');
  await button(page, 'Sign Up').click();
  await page.getByText('Your account has been created!').waitFor();
  await field(page, 'Affiliation').fill('Acme Ltd');
  await complete(page).click();
  const { searchParams } = await arrival(page);
  expect([searchParams.get('state'), Boolean(searchParams.get('code'))]).toEqual(['a state', true]);
  expect(await stored(name)).toMatchObject({ affiliation: 'Acme Ltd' });
  expect(complaints).toEqual([]);
});

test('a sign-up with a service asks for prompted items, and goes on to the client', async () => {
  const application = await asking(`prompt-service-${person}`, [{ name: 'github' }]);
  const { page, complaints } = await pages.visit();
  await page.goto(requestOf(application));
  await page.getByRole('link', { name: 'Sign up now' }).click();
  await button(page, 'Sign up with GitHub').click();
  await isAsked(page);
  expect(await complete(page).isDisabled()).toBe(true);
  await field(page, 'Affiliation').fill('Acme Ltd');
  await complete(page).click();
  const { searchParams } = await arrival(page);
  expect([searchParams.get('state'), Boolean(searchParams.get('code'))]).toEqual(['a state', true]);
  expect(await stored(`prompted${person}`)).toMatchObject({ affiliation: 'Acme Ltd', github: `40${person}` });
  expect(complaints).toEqual([]);
});

const asksForLink = async (more: Record<string, unknown> = {}) => {
  const application = await asking(`prompt-link-${person}`, [{ name: 'google', prompted: true, canUnlink: true }]);
  const name = `linking${person}`;
  await add(pages.root, 'user', { owner: 'acme', name, displayName: 'Linda', password, ...more });
  const visitor = await pages.visit();
  await visitor.page.goto(requestOf(application));
  await signIn(visitor.page, name, password);
  await isAsked(visitor.page);
  expect(await complete(visitor.page).isDisabled()).toBe(true);
  return { ...visitor, name };
};

test('a prompted link is made at the service, which leads back to the prompt', async () => {
  const { page, complaints, name } = await asksForLink();
  await button(page, 'Link Google').click();
  await button(page, 'Google is linked').waitFor();
  expect(await stored(name)).toMatchObject({ google: `40${person}` });
  expect(await complete(page).isDisabled()).toBe(true);
  await button(page, 'Unlink Google').click();
  await button(page, 'Link Google').click();
  await button(page, 'Google is linked').waitFor();
  await field(page, 'Affiliation').fill('Acme Ltd');
  await complete(page).click();
  const { searchParams } = await arrival(page);
  expect([searchParams.get('state'), Boolean(searchParams.get('code'))]).toEqual(['a state', true]);
  expect(complaints).toEqual([]);
});

test('a sign-in that only lacks a link goes on to the client as soon as the link is made', async () => {
  const { page, complaints, name } = await asksForLink({ affiliation: 'Acme Ltd' });
  await button(page, 'Link Google').click();
  const { searchParams } = await arrival(page);
  expect([searchParams.get('state'), Boolean(searchParams.get('code'))]).toEqual(['a state', true]);
  expect(await stored(name)).toMatchObject({ google: `40${person}` });
  expect(complaints).toEqual([]);
});
