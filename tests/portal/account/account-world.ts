import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Visitor } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import type { PagesWorld } from '../world/pages-world.ts';
import { enter } from '../world/portal-pages.ts';

export { password };

export interface Person extends Visitor {
  name: string;
  email: string;
}

type Options = Parameters<PagesWorld['browser']['visit']>[1];

/** A new user of acme who signed up at the shop, signed in at a section of their account page. */
export async function visitAccount(
  world: PagesWorld,
  { at = '/account', options, ...more }: { at?: string; options?: Options } & Record<string, unknown> = {},
): Promise<Person> {
  const person = await addPerson(world, more);
  return { ...(await signInAt(world, person.name, at, options)), ...person };
}

/** A new user of acme who signed up at the shop. */
export async function addPerson({ root }: PagesWorld, more: Record<string, unknown> = {}) {
  const name = `user-${randomUUID().slice(0, 8)}`;
  const email = `${name}@acme.example`;
  const user = { owner: 'acme', name, displayName: 'Ada Byron', email, password, signupApplication: 'shop', ...more };
  await add(root, 'user', user);
  return { name, email };
}

/** Opens a section in a new browser, whose user is signed in. */
export async function signInAt(world: PagesWorld, name: string, at: string, options?: Options): Promise<Visitor> {
  const visitor = await world.browser.visit(world.app.url, options);
  const { page } = visitor;
  await enter(page, name);
  await page.goto(at);
  await page.locator('main h1').waitFor();
  return visitor;
}

export const stored = async ({ root }: PagesWorld, name: string) =>
  (await root.get('get-user', { id: `acme/${name}` })).body.data;

/** Changes settings of acme, and puts them back. */
export async function withOrganization<T>(
  { root }: PagesWorld,
  fields: Record<string, unknown>,
  run: () => Promise<T>,
): Promise<T> {
  const query = { id: 'admin/acme' };
  const { data } = (await root.get('get-organization', query)).body;
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, data[name]]));
  await root.post('update-organization', fields, { query });
  try {
    return await run();
  } finally {
    await root.post('update-organization', before, { query });
  }
}

/** Changes one account item of acme, and puts it back. */
export async function withRule<T>(world: PagesWorld, name: string, change: object, run: () => Promise<T>): Promise<T> {
  const { data } = (await world.root.get('get-organization', { id: 'admin/acme' })).body;
  const items = data.accountItems as { name: string }[];
  const accountItems = items.map((item) => (item.name === name ? { ...item, ...change } : item));
  return withOrganization(world, { accountItems }, run);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const done = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
