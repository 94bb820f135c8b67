import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../console/world/browser.ts';
import { requestOf } from '../portal/world/portal-pages.ts';
import { openServicePages, password, type ServicePages } from './pages-world.ts';
import { createRows, type Row } from './table.ts';

let pages: ServicePages;
beforeAll(async () => {
  pages = await openServicePages();
});
afterAll(() => pages?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const user = async (name: string) =>
  (await pages.app.store('user').find(pages.app.db, 'acme', name)) as Record<string, unknown>;

/** The browser ends at the client, with a code. */
async function arrives(page: Page): Promise<void> {
  await page.waitForURL('https://app.example/**');
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/./);
}

const types = (await createRows()).map(({ type }) => type);

describe.each(types)('With %s', (type) => {
  let row: Row;
  let path: string;
  const number = 1000 + types.indexOf(type);
  const newcomer = {
    id: `${number}1`,
    username: `new${number}`,
    displayName: 'Nora Helmer',
    email: `new${number}@post.example`,
  };
  beforeEach(() => {
    row = pages.rows.find((each) => each.type === type) as Row;
    path = `shop-${pages.providerOf(row)}`;
  });

  test('a stranger signs up at a client from the sign-up page, and signs in again from the sign-in page', async () => {
    const application = await pages.application(path, {
      enableSignUp: true,
      providers: [{ name: pages.providerOf(row) }] as never,
    });
    row.become(newcomer);
    const { page, complaints } = await pages.visit();
    await page.goto(requestOf(application));
    await page.getByRole('link', { name: 'Sign up now' }).click();
    await button(page, `Sign up with ${row.label}`).click();
    await arrives(page);
    const lacks = row.lacks ?? [];
    const name = lacks.includes('username') ? expect.anything() : newcomer.username;
    const made = (await pages.app.db('users').where({ signup_application: path }))[0];
    expect(made).toMatchObject({
      name,
      ...(!lacks.includes('displayName') && { display_name: newcomer.displayName }),
      ...(!lacks.includes('email') && { email: newcomer.email, email_verified: true }),
    });
    const again = await pages.visit();
    await again.page.goto(requestOf(application));
    await button(again.page, `Sign in with ${row.label}`).click();
    await arrives(again.page);
    expect(await pages.app.db('users').where({ signup_application: path })).toHaveLength(1);
    await again.page.goto(requestOf(application, { prompt: 'login' }));
    await again.page.getByText('Last used').waitFor();
    expect([...complaints, ...again.complaints]).toEqual([]);
  });

  test('a user links an account on their page, signs in with it, and unlinks it', async () => {
    const name = `user${number}`;
    const person = { owner: 'acme', name, displayName: 'Linda', password, signupApplication: path };
    await pages.root.post('add-user', person);
    row.become({ ...newcomer, id: `${number}2`, username: `other${number}`, email: `other${number}@post.example` });
    const { page, complaints } = await pages.visit({ viewport: { width: 1400, height: 1200 } });
    await page.goto('/login/acme');
    await signIn(page, name, password);
    await page.getByRole('heading', { name: 'Welcome, Linda' }).waitFor();
    await page.goto(`/users/acme/${name}?tab=linked-accounts`);
    await button(page, `Link ${row.label}`).click();
    await button(page, `Unlink ${row.label}`).waitFor();
    const fresh = await pages.visit();
    const { data } = (await pages.root.get('get-application', { id: `admin/${path}` })).body;
    await fresh.page.goto(requestOf(data));
    await button(fresh.page, `Sign in with ${row.label}`).click();
    await arrives(fresh.page);
    await button(page, `Unlink ${row.label}`).click();
    await page.getByText('Unlinked successfully').first().waitFor();
    await button(page, `Link ${row.label}`).waitFor();
    expect((await user(name)).properties).toEqual({});
    expect([...complaints, ...fresh.complaints]).toEqual([]);
  });

  test('a refusal of the service is told in words, with a way back', async () => {
    if (!('denies' in row.standIn)) return;
    const standIn = row.standIn as { denies: string };
    standIn.denies = 'access_denied';
    const { page } = await pages.visit();
    const { data } = (await pages.root.get('get-application', { id: `admin/${path}` })).body;
    await page.goto(requestOf(data));
    await button(page, `Sign in with ${row.label}`).click();
    await page.getByRole('heading', { name: 'There was a problem signing you in..' }).waitFor();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('access_denied');
    standIn.denies = '';
    await page.getByRole('link', { name: 'Back' }).click();
    await button(page, `Sign in with ${row.label}`).waitFor();
  });
});
