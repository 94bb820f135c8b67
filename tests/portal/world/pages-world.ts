import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Visitor } from '../../console/world/browser.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { type MailServer, startMailServer } from '../mail/mail-server.ts';
import { createShop, portalSettings } from './portal-world.ts';

export interface PagesWorld {
  app: TestApp;
  browser: Browser;
  mail: MailServer;
  root: Client;
  stop: () => Promise<void>;
}

/** A server, a browser and a mail server, with acme's shop. */
export async function startPages(settings: Record<string, string> = {}, now?: () => Date): Promise<PagesWorld> {
  const [browser, mail, app] = await Promise.all([
    openBrowser(),
    startMailServer(),
    startApp({ settings: { ...portalSettings, ...settings }, ...(now && { now }) }),
  ]);
  const root = await app.admin();
  await createShop(root, mail);
  await add(root, 'provider', { name: 'provider_captcha', category: 'Captcha', type: 'Default' });
  return {
    app,
    browser,
    mail,
    root,
    async stop() {
      await browser.close();
      await app.stop();
      await mail.stop();
    },
  };
}

export type Item = { name: string; visible?: boolean; required?: boolean; prompted?: boolean; rule?: string };
export const item = (name: string, more: Partial<Item> = {}): Item => ({ name, ...more });
export const passwordItems = [item('Password'), item('Confirm password')];
/** The values for these items. */
export const secret = { Password: 'a-good-password', Confirm: 'a-good-password' };

/** An application of acme with these signup items. It sends mail. */
export async function signupApplication(
  { root }: Pick<PagesWorld, 'root'>,
  name: string,
  signupItems: Item[],
  more: Record<string, unknown> = {},
): Promise<string> {
  // A retried test finds the objects of the first try.
  if ((await root.get('get-application', { id: `admin/${name}` })).body.status === 'ok') return `/signup/${name}`;
  await add(root, 'application', {
    name,
    organization: 'acme',
    cert: 'cert-built-in',
    enableSignUp: true,
    enableCodeSignin: true,
    providers: [{ name: 'provider_mail' }],
    signupItems,
    ...more,
  });
  return `/signup/${name}`;
}

/** Solves the captcha by its words, as a user who cannot see the picture does. */
export async function solveCaptcha(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name: 'In words' }).click();
  const words = (await dialog.getByText(/^\w+(, \w+){4}$/).textContent()) ?? '';
  await dialog.getByLabel('Five digits of the picture').fill(digitsOf(words).replace(/^../, '$& '));
  await dialog.getByRole('button', { name: 'OK' }).click();
}

const names = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const digitsOf = (words: string) =>
  words
    .split(', ')
    .map((word) => names.indexOf(word))
    .join('');

export async function visitPage({ app, browser }: PagesWorld, path: string, options = {}): Promise<Visitor> {
  const visitor = await browser.visit(app.url, options);
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  return visitor;
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const focused = (page: Page) => page.locator(':focus').getAttribute('name');
export const submit = (page: Page, name = 'Sign Up') => page.getByRole('button', { name, exact: true }).click();

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}
