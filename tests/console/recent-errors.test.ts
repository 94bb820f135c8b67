import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../declared/operator.ts';
import { add } from '../harness/world.ts';
import { findings } from './world/axe.ts';
import { type Desk, openDesk } from './world/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const registered = 'https://app.example/callback';

async function application(name: string, own: Partial<Application> = {}): Promise<Application> {
  const usual = { organization: 'built-in', cert: 'cert-built-in', redirectUris: [registered] };
  await add(desk.admin, 'application', { ...usual, name, ...own });
  return (await desk.admin.get('get-application', { id: `admin/${name}` })).body.data;
}

const ask = ({ clientId }: Application, redirect_uri: string) =>
  desk.app
    .client({ Accept: 'application/json' })
    .get('/login/oauth/authorize', { client_id: clientId, response_type: 'code', redirect_uri });

const askForTokens = ({ clientId, clientSecret }: Application, own: Record<string, string>) =>
  desk.app.anonymous.post(
    '/api/login/oauth/access_token',
    new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...own }),
  );

const errors = () => desk.page.getByRole('region', { name: 'Recent errors' });
const open = (name: string) => desk.page.goto(`/applications/${name}?tab=connect`);

test('the second tab of an application is Connect, and an application without errors says so', async () => {
  await application('quiet');
  await desk.page.goto('/applications/quiet');
  const tabs = desk.page.getByRole('tab');
  await tabs.first().waitFor();
  expect((await tabs.allTextContents()).slice(0, 2)).toEqual(['Settings', 'Connect']);
  await desk.tab('Connect');
  await errors().getByText('No errors in the last 7 days').waitFor();
});

test('an address that is not registered appears with its remedy, and one press registers it after a question', async () => {
  const { page, button, stored } = desk;
  const shop = await application('shop');
  await open('shop');
  await errors().getByText('No errors in the last 7 days').waitFor();
  const address = 'https://app.example/calback?from=shop';
  for (let time = 0; time < 2; time++) expect((await ask(shop, address)).status).toBe(400);
  // The list refreshes itself.
  await errors().getByText('The redirect address is not registered').waitFor({ timeout: 20_000 });
  await errors().getByText(address, { exact: true }).waitFor();
  await errors().getByText('1 time', { exact: true }).waitFor();
  const guide = errors().getByRole('link', { name: 'See what to do', exact: true });
  expect(await guide.getAttribute('href')).toBe('/docs/errors/redirect-uri');
  await errors()
    .getByText(/^Register the address exactly/)
    .waitFor();
  expect(await findings(page)).toEqual([]);

  // What was typed elsewhere on the page stays.
  await desk.tab('Settings');
  await desk.field('Description').fill('Sells things');
  await desk.tab('Connect');
  await button('Add this redirect address').click();
  const dialog = page.getByRole('dialog', { name: 'Add this redirect address?' });
  await dialog.getByText(address, { exact: true }).waitFor();
  await dialog.getByText(/The sign-in codes of your users go to this address/).waitFor();
  expect((await stored('application', 'admin/shop')).redirectUris).toEqual([registered]);
  await dialog.getByRole('button', { name: 'Add this redirect address' }).click();
  await errors()
    .getByText(/^Mended:/)
    .waitFor();
  expect(await stored('application', 'admin/shop')).toMatchObject({
    redirectUris: [registered, address],
    description: '',
  });
  await desk.tab('Settings');
  expect(await desk.field('Description').inputValue()).toBe('Sells things');
  expect((await ask(shop, address)).status).not.toBe(400);
  await button('Save').click();
  await page.getByText('Successfully saved').first().waitFor();
});

test('a save of somebody else comes first, and the next press adds the address to it', async () => {
  const { admin, page, button, stored } = desk;
  const bar = await application('bar');
  await ask(bar, 'https://bar.example/back');
  await open('bar');
  await button('Add this redirect address').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add this redirect address' }).waitFor();
  await admin.post('update-application', { description: 'Changed meanwhile' }, { query: { id: 'admin/bar' } });
  await dialog.getByRole('button', { name: 'Add this redirect address' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await stored('application', 'admin/bar')).redirectUris).toEqual([registered]);
  await button('Add this redirect address').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add this redirect address' }).click();
  await errors()
    .getByText(/^Mended:/)
    .waitFor();
  expect(await stored('application', 'admin/bar')).toMatchObject({
    redirectUris: [registered, 'https://bar.example/back'],
    description: 'Changed meanwhile',
  });
  // The browser itself logs the answer to the first press, if it is no success.
  desk.visitor.complaints.splice(0);
});

test('a grant is allowed by one press, and other mistakes lead to their setting', async () => {
  const { button, stored, page } = desk;
  const cafe = await application('cafe');
  await askForTokens(cafe, { grant_type: 'client_credentials' });
  await askForTokens(cafe, { grant_type: 'password', username: 'a', password: 'b' });
  await askForTokens(cafe, { grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'not the secret' });
  await open('cafe');
  await errors().getByText('The client secret is wrong').waitFor();
  await errors().getByRole('link', { name: 'Open “Client secret”' }).waitFor();
  expect(await errors().getByRole('button', { name: 'Allow password' }).count()).toBe(0);
  await button('Allow client_credentials').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow client_credentials' }).click();
  await errors()
    .getByText(/^Mended:/)
    .waitFor();
  expect((await stored('application', 'admin/cafe')).grantTypes).toEqual(['authorization_code', 'client_credentials']);
  expect((await askForTokens(cafe, { grant_type: 'client_credentials' })).status).toBe(200);
  await errors().getByRole('link', { name: 'Open “Grant types”' }).click();
  await page.waitForURL('**/applications/cafe?tab=protocols');
});

test('S34 an address that no application can have, or that is cut, gets no button', async () => {
  const bad = await application('bad');
  const addresses = [
    'javascript:alert(1)',
    'https://user:secret@evil.example/',
    'http://evil.example/',
    'https://*.evil.example/',
    `https://evil.example/${'a'.repeat(400)}`,
    'https://evil.example/?access_token=hunter2',
  ];
  for (const address of addresses) await ask(bad, address);
  await open('bad');
  await errors().getByText('javascript:alert(1)', { exact: true }).waitFor();
  await expect.poll(() => errors().getByText('The redirect address is not registered').count()).toBe(addresses.length);
  expect(await errors().getByRole('button', { name: 'Add this redirect address' }).count()).toBe(0);
  expect(await errors().textContent()).not.toMatch(/hunter2|user:secret/);
});

test('a declared application shows the line of its resource in place of a button', async () => {
  await add(desk.admin, 'organization', { name: 'fair', displayName: 'Fair' });
  const fields = { organization: 'fair', redirectUris: [registered] };
  const operator = createOperator(desk.app.url);
  expect((await operator.put('application/admin/kiosk', { uid: 'u-kiosk', name: 'kiosk', fields })).status).toBe(200);
  const kiosk = (await desk.admin.get('get-application', { id: 'admin/kiosk' })).body.data;
  await ask(kiosk, 'https://app.example/calback');
  await open('kiosk');
  await errors().getByText('Change this line where the application is declared:').waitFor();
  expect(await errors().locator('pre').textContent()).toBe(
    `redirectUris:\n  - "${registered}"\n  - "https://app.example/calback"\n`,
  );
  expect(await errors().getByRole('button', { name: 'Add this redirect address' }).count()).toBe(0);
});

test('records tell the same mistakes in words', async () => {
  const { page } = desk;
  const words = await application('words');
  await ask(words, 'https://app.example/calback');
  await open('words');
  await errors().getByRole('link', { name: 'All refused requests' }).click();
  await page.getByText('The redirect address is not registered: https://app.example/calback').first().waitFor();
});

test('a refused request of SAML leads to its own paragraph of the guide', async () => {
  await application('saml');
  await desk.app.anonymous.get('/login/saml/authorize/admin/saml', { SAMLRequest: 'none' });
  await open('saml');
  await errors().getByText('The request of the service provider is not valid').first().waitFor();
  const guide = errors().getByRole('link', { name: 'See what to do', exact: true });
  expect(await guide.getAttribute('href')).toBe('/docs/errors/saml-request');
});
