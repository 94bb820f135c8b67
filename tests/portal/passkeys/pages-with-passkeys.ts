import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { originOf } from '../../api/passkeys/authenticator.ts';
import type { Visitor } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import type { PagesWorld } from '../world/pages-world.ts';
import { enter } from '../world/portal-pages.ts';

/** How an authenticator of Chromium differs from a phone that its user unlocks. */
export interface Look {
  transport?: 'internal' | 'usb' | 'nfc' | 'hybrid';
  hasResidentKey?: boolean;
  hasUserVerification?: boolean;
  isUserVerified?: boolean;
  defaultBackupEligibility?: boolean;
  defaultBackupState?: boolean;
}

export interface Device extends Visitor {
  cdp: CDPSession;
  authenticator: string;
}

/** A virtual authenticator (Chrome DevTools Protocol, WebAuthn). */
export async function plugIn(page: Page, look: Look = {}): Promise<{ cdp: CDPSession; authenticator: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const usual = {
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  const options = { protocol: 'ctap2', automaticPresenceSimulation: true, ...usual, ...look } as const;
  const { authenticatorId: authenticator } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  return { cdp, authenticator };
}

/** A browser at localhost with an authenticator, until the test ends. */
export async function openDevice({ app, browser }: PagesWorld, look: Look = {}, options = {}): Promise<Device> {
  const visitor = await browser.visit(originOf(app.url), options);
  // An authenticator that answers at once, without a passkey that fits, keeps the browser busy for as long as a page asks it.
  onTestFinished(() => visitor.context.close());
  return { ...visitor, ...(await plugIn(visitor.page, look)) };
}

/** Signs in with the password and opens the security section of the account page. */
export async function openSecurity(page: Page, name: string): Promise<void> {
  await enter(page, name);
  await page.goto('/account/security');
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
}

/** Whether the authenticator answers as soon as it is asked, as if its user touched it at once. */
export const touch = ({ cdp, authenticator }: Pick<Device, 'cdp' | 'authenticator'>, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: authenticator, enabled });

/** Signs out, and leaves the sign-in page that comes then: its list of user names would sign in again at once. */
export async function signOut(device: Device): Promise<void> {
  const { page } = device;
  await touch(device, false);
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  await page.goto('about:blank');
  await touch(device, true);
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
export const done = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** Adds a passkey on the account page. */
export async function addPasskey(page: Page): Promise<void> {
  await button(page, 'Add a passkey').click();
  await done(page, 'The passkey is added');
}

export async function credentialsOf({ cdp, authenticator }: Device) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId: authenticator })).credentials;
}

/** Adds a user of the shop, who has a password and no passkey. */
export async function aUser({ root }: Pick<PagesWorld, 'root'>): Promise<string> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(root, 'user', { owner: 'acme', name, displayName: 'Ada Byron', password, signupApplication: 'shop' });
  return name;
}
