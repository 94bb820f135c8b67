import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../console/world/browser.ts';
import { isFull } from '../harness/database/size.ts';
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

/** Each way to go to a service and back. `table.test.ts` tries every service without a browser. */
const ways = ['OpenID Connect', 'Custom', 'GitHub', 'Apple', 'Steam', 'WeChat', 'Alipay', 'Bilibili'];
const types = (await createRows()).map(({ type }) => type);

describe.each(isFull ? types : ways)('With %s', (type) => {
  let row: Row;
  let application: Application;
  const number = 1000 + types.indexOf(type);
  const newcomer = {
    id: `${number}1`,
    username: `new${number}`,
    displayName: 'Nora Helmer',
    email: `new${number}@post.example`,
  };
  // The retry of a test has a new server, so each test finds the application there.
  beforeAll(async () => {
    row = pages.rows.find((each) => each.type === type) as Row;
    const name = pages.providerOf(row);
    application = await pages.application(`shop-${name}`, { enableSignUp: true, providers: [{ name }] as never });
  });

  test('a stranger signs up at a client from the sign-up page, and signs in again from the sign-in page', async () => {
    row.become(newcomer);
    const { page, complaints } = await pages.visit();
    await page.goto(requestOf(application));
    await page.getByRole('link', { name: 'Sign up now' }).click();
    await button(page, `Sign up with ${row.label}`).click();
    await arrives(page);
    const lacks = row.lacks ?? [];
    const name = lacks.includes('username') ? expect.anything() : newcomer.username;
    const made = (await pages.app.db('users').where({ signup_application: application.name }))[0];
    expect(made).toMatchObject({
      name,
      ...(!lacks.includes('displayName') && { display_name: newcomer.displayName }),
      ...(!lacks.includes('email') && { email: newcomer.email, email_verified: true }),
    });
    const again = await pages.visit();
    await again.page.goto(requestOf(application));
    await button(again.page, `Sign in with ${row.label}`).click();
    await arrives(again.page);
    expect(await pages.app.db('users').where({ signup_application: application.name })).toHaveLength(1);
    await again.page.goto(requestOf(application, { prompt: 'login' }));
    await again.page.getByText('Last used').waitFor();
    expect([...complaints, ...again.complaints]).toEqual([]);
  });

  test('a user links an account on their page, signs in with it, and unlinks it', async () => {
    const name = `user${number}`;
    const person = { owner: 'acme', name, displayName: 'Linda', password, signupApplication: application.name };
    await pages.root.post('add-user', person);
    row.become({ ...newcomer, id: `${number}2`, username: `other${number}`, email: `other${number}@post.example` });
    const { page, complaints } = await pages.visit({ viewport: { width: 1400, height: 1200 } });
    await page.goto('/login/acme');
    await signIn(page, name, password);
    await page.getByRole('heading', { name: 'Welcome, Linda' }).waitFor();
    await page.goto('/account/linked');
    await button(page, `Link ${row.label}`).click();
    await button(page, `Unlink ${row.label}`).waitFor();
    const fresh = await pages.visit();
    await fresh.page.goto(requestOf(application));
    await button(fresh.page, `Sign in with ${row.label}`).click();
    await arrives(fresh.page);
    await button(page, `Unlink ${row.label}`).click();
    await page.getByRole('status').getByText(`${row.label} is no longer linked`, { exact: true }).waitFor();
    await button(page, `Link ${row.label}`).waitFor();
    expect((await user(name)).properties).toEqual({});
    expect([...complaints, ...fresh.complaints]).toEqual([]);
  });

  test('a refusal of the service is told in words, with a way back', async () => {
    if (!('denies' in row.standIn)) return;
    const standIn = row.standIn as { denies: string };
    standIn.denies = 'access_denied';
    const { page } = await pages.visit();
    await page.goto(requestOf(application));
    await button(page, `Sign in with ${row.label}`).click();
    await page.getByRole('heading', { name: 'There was a problem signing you in..' }).waitFor();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('access_denied');
    standIn.denies = '';
    await page.getByRole('link', { name: 'Back' }).click();
    await button(page, `Sign in with ${row.label}`).waitFor();
  });
});
