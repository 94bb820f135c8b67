import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { add } from '../harness/world.ts';
import { browserAt, type Services, signInWith, startServices } from './world.ts';

let services: Services;
let inside: Server;
let asked = 0;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  services = await startServices();
  inside = createServer((_req, res) => {
    asked += 1;
    res.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve));
  // Neither the platform nor an organization may reach private networks here.
  app = await startApp({ settings: { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' } });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(async () => {
  inside?.close();
  await app?.stop();
  await services?.stop();
});

test('a mapping of OpenID Connect fills the fields that it names, and the standard fills the others', async () => {
  const userMapping = [
    { field: 'username', claim: 'staff.login' },
    { field: 'affiliation', claim: 'department' },
  ];
  await services.change('provider', 'admin/keycloak', { userMapping });
  services.keycloak.user = {
    ...{ sub: 'mapped-1', preferred_username: 'ignored', name: 'Nora Helmer', department: 'Sales' },
    staff: { login: 'nora.helmer' },
  };
  const { data } = (await signInWith(services, 'keycloak')).body;
  expect(data).toMatch(/^acme\/nora/);
  expect(await services.user(String(data).replace('acme/', ''))).toMatchObject({
    ...{ displayName: 'Nora Helmer', affiliation: 'Sales', openidconnect: 'mapped-1' },
    properties: { oauth_OpenIDConnect_username: 'nora.helmer' },
  });
  await services.change('provider', 'admin/keycloak', { userMapping: [] });
});

test('S48 a service on a private network that nobody opened is not asked', async () => {
  const address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
  const keys = { category: 'OAuth', clientId: 'a', clientSecret: 'b' };
  await add(root, 'provider', { name: 'closed', type: 'OpenID Connect', ...keys, issuerUrl: address });
  await add(root, 'provider', {
    ...{ name: 'own', type: 'Custom', ...keys, customAuthUrl: 'https://own.example/authorize' },
    ...{ customTokenUrl: `${address}/token`, customUserInfoUrl: `${address}/me` },
  });
  await add(root, 'application', {
    ...{ name: 'shop', organization: 'acme', cert: 'cert-built-in' },
    providers: [{ name: 'closed' }, { name: 'own' }],
  });
  const browser = browserAt(app);
  const begin = async (provider: string) =>
    (await browser.post('begin-provider-request', { application: 'shop', provider })).body;
  expect(await begin('closed')).toMatchObject({ status: 'error' });
  const page = new URL(String((await begin('own')).data));
  const back = {
    state: page.searchParams.get('state') ?? '',
    redirectUri: page.searchParams.get('redirect_uri') ?? '',
    code: 'a code',
  };
  const form = { type: 'login', application: 'shop', provider: 'own', ...back };
  expect((await browser.post('login', form)).body).toMatchObject({ status: 'error' });
  expect(asked).toBe(0);
});
