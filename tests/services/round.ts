import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter, requestOf } from '../portal/world/portal-pages.ts';
import { password, type ServicePages } from './pages-world.ts';
import { createRows, type Person, type Row } from './table.ts';

/** Every service has a type. */
export const types = (await createRows()).map(({ type }) => type);

interface Place {
  pages: ServicePages;
  row: Row;
  application: Application;
  number: number;
  newcomer: Person;
}

/** An application of acme whose users come from a service. */
export async function placeOf(pages: ServicePages, type: string): Promise<Place> {
  const row = pages.rows.find((each) => each.type === type) as Row;
  const number = 1000 + types.indexOf(type);
  const name = pages.providerOf(row);
  const newcomer = {
    ...{ id: `${number}1`, username: `new${number}` },
    ...{ displayName: 'Nora Helmer', email: `new${number}@post.example` },
  };
  const application = await pages.application(`shop-${name}`, { enableSignUp: true, providers: [{ name }] as never });
  return { pages, row, application, number, newcomer };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The browser ends at the client, with a code. */
async function arrives(page: Page): Promise<void> {
  await page.waitForURL('https://app.example/**');
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/./);
}

/** A stranger signs up at a client from the sign-up page, and signs in again from the sign-in page. */
export async function signsUp({ pages, row, application, newcomer }: Place): Promise<void> {
  row.become(newcomer);
  const { page, complaints } = await pages.visit();
  await page.goto(requestOf(application));
  await page.getByRole('link', { name: 'Sign up now' }).click();
  await button(page, `Sign up with ${row.label}`).click();
  await arrives(page);
  const users = () => pages.app.db('users').where({ signup_application: application.name });
  const lacks = row.lacks ?? [];
  expect(await users()).toMatchObject([
    {
      name: lacks.includes('username') ? expect.anything() : newcomer.username,
      ...(!lacks.includes('displayName') && { display_name: newcomer.displayName }),
      ...(!lacks.includes('email') && { email: newcomer.email, email_verified: true }),
    },
  ]);
  const again = await pages.visit();
  await again.page.goto(requestOf(application));
  await button(again.page, `Continue with ${row.label}`).click();
  await arrives(again.page);
  expect(await users()).toHaveLength(1);
  await again.page.goto(requestOf(application, { prompt: 'login' }));
  await again.page.getByText('Last used').waitFor();
  expect([...complaints, ...again.complaints]).toEqual([]);
}

/** A user links an account on their page, signs in with it, and unlinks it. */
export async function links({ pages, row, application, number, newcomer }: Place): Promise<void> {
  const name = `user${number}`;
  const person = { owner: 'acme', name, displayName: 'Linda', password, signupApplication: application.name };
  await pages.root.post('add-user', person);
  row.become({ ...newcomer, id: `${number}2`, username: `other${number}`, email: `other${number}@post.example` });
  const { page, complaints } = await pages.visit({ viewport: { width: 1400, height: 1200 } });
  await enter(page, name);
  await page.goto('/account/linked');
  await button(page, `Link ${row.label}`).click();
  await button(page, `Unlink ${row.label}`).waitFor();
  const fresh = await pages.visit();
  await fresh.page.goto(requestOf(application));
  await button(fresh.page, `Continue with ${row.label}`).click();
  await arrives(fresh.page);
  await button(page, `Unlink ${row.label}`).click();
  await page.getByRole('status').getByText(`${row.label} is no longer linked`, { exact: true }).waitFor();
  await button(page, `Link ${row.label}`).waitFor();
  const stored = (await pages.app.store('user').find(pages.app.db, 'acme', name)) as Record<string, unknown>;
  expect(stored.properties).toEqual({});
  expect([...complaints, ...fresh.complaints]).toEqual([]);
}

/** A refusal of the service is explained in words, with a way back. */
export async function isRefused({ pages, row, application }: Place): Promise<void> {
  if (!('denies' in row.standIn)) return;
  const standIn = row.standIn as { denies: string };
  standIn.denies = 'access_denied';
  const { page } = await pages.visit();
  await page.goto(requestOf(application));
  await button(page, `Continue with ${row.label}`).click();
  await page.getByRole('heading', { name: 'There was a problem signing you in..' }).waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('access_denied');
  standIn.denies = '';
  await page.getByRole('link', { name: 'Back' }).click();
  await button(page, `Continue with ${row.label}`).waitFor();
}
