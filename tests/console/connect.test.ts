import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../harness/world.ts';
import { type Desk, openDesk } from './world/desk.ts';

let desk: Desk;
/** The address of the test's application. */
const back = createServer((_req, res) => res.end('Welcome back'));
let callback: string;

beforeAll(async () => {
  desk = await openDesk();
  await new Promise<void>((resolve) => void back.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(back.address() as AddressInfo).port}/it's/callback`;
});

afterAll(async () => {
  await desk?.close();
  back.close();
});

/** An organization and an application for its users, made in the console. */
async function makeApplication(): Promise<void> {
  const { page, button, heading, field, choose, save, stored } = desk;
  await page.goto('/organizations');
  await button('Add').click();
  await heading('New organization');
  await field('Name').fill('acme');
  await field('Display name').fill('Acme');
  await button('Save & Exit').click();
  await page.getByRole('link', { name: 'acme', exact: true }).waitFor();

  await page.goto('/applications');
  await button('Add').click();
  await heading('New application');
  await field('Name').fill('shop');
  await field('Display name').fill('The shop');
  await choose(page.getByRole('combobox', { name: 'Organization' }), 'acme');
  await field('Redirect URLs 1').fill(callback);
  await save();
  await page.waitForURL('**/applications/shop');
  expect(await stored('application', 'admin/shop')).toMatchObject({ organization: 'acme', redirectUris: [callback] });
}

test('an administrator makes an organization and an application; its page shows all that a program needs to sign users in', async () => {
  await makeApplication();
  const { app, page } = desk;
  await desk.tab('Connect');
  const connect = page.getByRole('region', { name: 'Connect' });
  await connect.waitFor();
  const shown = (label: string) => connect.getByRole('textbox', { name: label, exact: true }).inputValue();
  expect(await shown('Issuer')).toBe(app.url);
  await connect.getByRole('button', { name: 'Show Client secret' }).click();
  await connect.getByRole('textbox', { name: 'Client secret' }).waitFor();
  const secret = await shown('Client secret');
  expect(secret).toBe(String((await desk.stored('application', 'admin/shop')).clientSecret));
  // The program of each framework has the values, and a quote in an address ends none of them.
  for (const [framework, value] of [
    ['Express', `OIDC_REDIRECT_URI=\`${callback}\``],
    ['Django', `OIDC_REDIRECT_URI='${callback.replace("'", "\\'")}'`],
  ] as const) {
    await desk.choose(connect.getByRole('button', { name: /^Framework/ }), framework);
    const values = connect.locator('pre').filter({ hasText: 'OIDC_ISSUER_URL=' });
    await expect.poll(() => values.textContent()).toContain(value);
    expect(await values.textContent()).toContain(secret);
  }
  // A record says who read the secret.
  await page.goto('/records?field=action&value=get-application');
  await page.getByRole('gridcell', { name: 'Client secret read', exact: true }).first().waitFor();
});

test('the copied values of a program have the secret, which is read for that', async () => {
  const { admin, page, visitor } = desk;
  const own = { name: 'copied', organization: 'built-in', cert: 'cert-built-in', redirectUris: [callback] };
  await add(admin, 'application', own);
  const { clientSecret } = await desk.stored('application', 'admin/copied');
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/applications/copied?tab=connect');
  const connect = page.getByRole('region', { name: 'Connect' });
  const hint = connect.getByText(/^Copying and downloading read the client secret/);
  await hint.waitFor();
  const reading = page.waitForRequest(/\/api\/get-application\?id=admin%2Fcopied$/);
  await connect.getByRole('button', { name: 'Copy: .env' }).click();
  await reading;
  await hint.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
    .toContain(`OIDC_CLIENT_SECRET='${clientSecret}'`);
  // The other parts of the page have it too.
  expect(await connect.getByRole('textbox', { name: 'Client secret' }).inputValue()).toBe(clientSecret);
});

test('the page addresses of an application open its pages', async () => {
  const { admin, browser, app, page } = desk;
  const linked = { name: 'linked', organization: 'built-in', cert: 'cert-built-in', redirectUris: [callback] };
  await add(admin, 'application', linked);
  await page.goto('/applications/linked?tab=connect');
  const connect = page.getByRole('region', { name: 'Connect' });
  const visitor = await browser.visit(app.url);
  await visitor.page.goto(await connect.getByRole('textbox', { name: 'Sign-in page URL' }).inputValue());
  await visitor.page.getByLabel('Password').first().waitFor();
});

test('an application with CAS services shows the address of its server, and the settings of libraries', async () => {
  const { admin, app, page } = desk;
  const wiki = { name: 'wiki', organization: 'built-in', cert: 'cert-built-in' };
  await add(admin, 'application', { ...wiki, casServices: ['https://wiki.example/*'] });
  await page.goto('/applications/wiki?tab=connect');
  const connect = page.getByRole('region', { name: 'Connect' });
  const server = `${app.url}/cas/built-in/wiki`;
  const shown = connect.getByRole('textbox', { name: 'CAS server URL', exact: true });
  expect(await shown.inputValue()).toBe(server);
  const settings = connect.locator('pre').filter({ hasText: 'CAS_SERVER_URL' });
  expect(await settings.textContent()).toBe(`CAS_SERVER_URL = '${server}/'\nCAS_VERSION = '3'`);
  await page.goto('/applications/wiki?tab=protocols');
  expect(await page.getByLabel('CAS services 1', { exact: true }).inputValue()).toBe('https://wiki.example/*');
  await page.goto('/applications/linked?tab=connect');
  await connect.getByRole('textbox', { name: 'Issuer', exact: true }).waitFor();
  expect(await connect.getByRole('textbox', { name: 'CAS server URL' }).count()).toBe(0);
});

test('an application whose pods prove themselves gets no program with a secret', async () => {
  const { admin, page } = desk;
  const pods = { name: 'pods', organization: 'built-in', cert: 'cert-built-in', redirectUris: [callback] };
  await add(admin, 'application', { ...pods, clientType: 'workload', workload: 'acme/pods' });
  await page.goto('/applications/pods?tab=connect');
  const connect = page.getByRole('region', { name: 'Connect' });
  await connect.getByRole('textbox', { name: 'Client ID' }).waitFor();
  expect(await connect.getByText('A program to start with').count()).toBe(0);
});
