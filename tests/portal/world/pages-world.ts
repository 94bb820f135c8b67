import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Visitor } from '../../console/world/browser.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { digitsHeard } from '../../harness/beeps.ts';
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

const texts = { clientId: 'key', clientSecret: 'secret', signName: 'Acme', templateCode: 'SMS_1' };
/** A provider of text messages that sends none in these tests. Forms ask for a number where there is one. */
export const textsProvider = { name: 'provider_texts', category: 'SMS', type: 'Aliyun SMS', ...texts };

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
  await add(root, 'provider', textsProvider);
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

/** An application of acme with these signup items. It sends mail and text messages. */
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
    providers: [{ name: 'provider_mail' }, { name: 'provider_texts' }],
    signupItems,
    ...more,
  });
  return `/signup/${name}`;
}

/** Solves the captcha by its sound, as a user who cannot see the picture does. */
export async function solveCaptcha(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  const played = page.waitForResponse((response) => response.url().includes('form=sound'));
  await dialog.getByRole('button', { name: 'Listen' }).click();
  const { data } = await (await played).json();
  await dialog.getByText('Count the beeps').waitFor();
  await dialog.getByLabel('Five digits of the picture').fill(digitsHeard(data.captchaSound).replace(/^../, '$& '));
  await dialog.getByRole('button', { name: 'OK' }).click();
}

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
