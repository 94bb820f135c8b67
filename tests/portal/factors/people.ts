import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { add, password } from '../../harness/world.ts';
import type { PortalPages } from '../world/portal-pages.ts';

/** The code that an app shows now, or some steps of 30 seconds later. Each works once. */
export const codeNow = (secret: string, later = 0) => oneTimeCode(fromBase32(secret), new Date(), { steps: later });

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
export const welcome = (page: Page) => heading(page, /^Welcome/);

export async function aUser({ root }: PortalPages, more: object = {}): Promise<string> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(root, 'user', { owner: 'acme', name, displayName: 'Ada Byron', password, ...more });
  return name;
}

/** Types the key of the page into an app, and the app's first code into the page. The answer is the secret. */
export async function enrol(page: Page): Promise<string> {
  await page.getByText('The picture cannot be scanned').click();
  const secret = ((await page.locator('code.factor-key').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret));
  await button(page, 'Confirm').click();
  return secret;
}

/** Reads the recovery codes of the page, and says that they are kept. */
export async function keepCodes(page: Page): Promise<string[]> {
  const shown = page.locator('.recovery-codes code');
  await shown.first().waitFor();
  const codes = await shown.allTextContents();
  await page.getByLabel('I have kept the codes').check();
  await button(page, 'Continue').click();
  return codes;
}

/** A user with an app for one-time codes, set up on their account page through the api. */
export async function anEnrolled(portal: PortalPages): Promise<{ name: string; secret: string; codes: string[] }> {
  const name = await aUser(portal);
  const client = await portal.app.signedIn('acme', name, password);
  const { secret, enrolment } = (await client.post('begin-factor')).body.data;
  const { body } = await client.post('add-factor', { enrolment, code: codeNow(secret) });
  return { name, secret, codes: body.data };
}
