import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { add, password } from '../../harness/world.ts';
import { addPasskey, aUser, openDevice, openSecurity, signOut, touch } from '../passkeys/pages-with-passkeys.ts';
import { type PagesWorld, solveCaptcha, startPages } from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  const redirectUris = ['https://app.example/callback'];
  const ways = { enablePassword: true, enableCodeSignin: true, enableWebAuthn: true, identifierFirst: true };
  const providers = [{ name: 'provider_mail' }, { name: 'provider_captcha' }];
  await add(world.root, 'application', {
    ...{ name: 'first', organization: 'acme', cert: 'cert-built-in', redirectUris, providers, ...ways },
  });
  await add(world.root, 'application', { name: 'second', organization: 'acme', cert: 'cert-built-in', redirectUris });
});
afterAll(() => world?.stop());

async function requestOf(name: string, more: Record<string, string> = {}): Promise<string> {
  const { data } = (await world.root.get('get-application', { id: `admin/${name}` })).body;
  const query = {
    client_id: data.clientId,
    redirect_uri: data.redirectUris[0],
    response_type: 'code',
    scope: 'openid',
  };
  return `/login/oauth/authorize?${new URLSearchParams({ ...query, ...more })}`;
}

const focused = (page: Page) => page.locator(':focus').getAttribute('name');

async function visit(more: Record<string, string> = {}) {
  const visitor = await world.browser.visit(world.app.url);
  await visitor.context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
  await visitor.page.goto(await requestOf('first', more));
  return visitor;
}

const arrives = (page: Page) => page.waitForURL('https://app.example/**');

test('the keyboard alone gives the user, corrects it, and signs in with the password', async () => {
  const name = await aUser(world);
  const { page, complaints } = await visit();
  await expect.poll(() => focused(page)).toBe('username');
  expect(await page.locator('#username').getAttribute('autocomplete')).toBe('username webauthn');
  expect(await page.locator('#password').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByText('Please input your username, Email or phone!').waitFor();
  await page.keyboard.type('somebody');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('password');
  await page.getByText('somebody', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  // Back to the user, who comes before the password.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('username');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('password');
  // Managers of passwords find the user beside the password.
  expect(await page.locator('input[autocomplete=username]').inputValue()).toBe(name);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await arrives(page);
  expect(complaints).toEqual([]);
});

test('a client that knows the user leads to the password, and a wrong one stays there', async () => {
  const name = await aUser(world);
  const { page } = await visit({ login_hint: name });
  await expect.poll(() => focused(page)).toBe('password');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
  await expect.poll(() => focused(page)).toBe('password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await arrives(page);
});

test('a wrong password asks the browser for no passkey, because the field of the user is gone', async () => {
  const name = await aUser(world);
  const device = await openDevice(world);
  const { page, complaints } = device;
  await device.context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
  await touch(device, false);
  await page.goto(await requestOf('first'));
  await page.locator('#username').fill(name);
  await page.keyboard.press('Enter');
  for (const word of ['wrong', 'wrong again']) {
    await page.locator('#password').fill(word);
    await page.keyboard.press('Enter');
    await page.getByText(/Incorrect username or password/).waitFor();
    await device.atRest();
  }
  await page.locator('#password').fill(password);
  await page.keyboard.press('Enter');
  await arrives(page);
  expect(complaints).toEqual([]);
});

test('a code signs in too, and a name that gets none is asked again', async () => {
  const name = await aUser(world);
  const email = `${name}@acme.example`;
  const query = { id: `acme/${name}` };
  await world.root.post('update-user', { email }, { query });
  const { page } = await visit();
  await page.locator('#username').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in with code' }).click();
  await page.getByLabel('Verification code', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('The input is not valid Email or Phone!').waitFor();
  await expect.poll(() => focused(page)).toBe('username');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Send Code/ }).click();
  await solveCaptcha(page);
  await page.getByLabel('Verification code', { exact: true }).fill(await world.mail.codeTo(email));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await arrives(page);
});

test('a passkey signs in from the list of users, without a press', async () => {
  const name = await aUser(world);
  const device = await openDevice(world);
  const { page } = device;
  await device.context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
  await openSecurity(page, name);
  await addPasskey(page);
  await signOut(device);
  await touch(device, true);
  await page.goto(await requestOf('first'));
  await arrives(page);
});

test('is what new applications of the console start with, and older ones keep their form', async () => {
  const { data } = (await world.root.get('get-draft-application')).body;
  expect(data.identifierFirst).toBe(true);
  const { page } = await world.browser.visit(world.app.url);
  await page.goto(await requestOf('second'));
  await expect.poll(() => focused(page)).toBe('username');
  await page.locator('#password').waitFor();
});
