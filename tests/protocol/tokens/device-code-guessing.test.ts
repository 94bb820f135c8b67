import type { Application } from '@doorwright/crds/kinds/application.ts';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';

let world: ProtocolWorld;
let replica: TestApp;
let application: Application;
beforeAll(async () => {
  // Addresses differ, as behind a proxy.
  const settings = { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.1/32' };
  world = await createProtocolWorld({ settings });
  replica = await startApp({
    databaseUrl: world.app.databaseUrl,
    settings: { ...settings, DOORWRIGHT_ORIGIN: world.app.url },
  });
  application = await world.application('app-television', {
    oauthFeatures: ['device_authorization'],
    clientType: 'public',
  });
});
afterAll(async () => {
  await replica.stop();
  await world.app.stop();
});

/** Types a code at the page, from a new address unless one is given. */
async function type(browser: Client, user_code: string, from: string) {
  const headers = { 'X-Forwarded-For': from, 'Accept-Language': 'en', Accept: 'text/html' };
  const path = '/login/oauth/device';
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec((await browser.get(path, {}, { headers })).text) ?? [];
  return browser.post(path, new URLSearchParams({ xsrf, user_code }), { headers });
}

const wrongCode = (each: number) => `WRNG-${String.fromCharCode(66 + (each % 20))}${'BCDF'[each % 4]}XX`;

/** The same browser at each of two replicas. */
function atBoth(browser: Client): [Client, Client] {
  const other = replica.client();
  carryCookies(browser, other);
  return [browser, other];
}

test('S23 a signed-in user cannot guess more than ten device codes, on any replica and with the right one too', async () => {
  const words = await loadCatalogue('en', 'authority');
  const device = await client.initiateDeviceAuthorization(await world.relyingParty(application), { scope: 'openid' });
  const both = atBoth(await world.app.signedIn('acme', 'alice', password));
  for (let guess = 0; guess < 9; guess++)
    expect((await type(both[guess % 2] as Client, wrongCode(guess), `192.0.2.${guess}`)).text).toContain(
      words.deviceWrong,
    );
  await type(both[0], wrongCode(9), '192.0.2.200');
  for (const browser of both) {
    const refused = await type(browser, device.user_code, '192.0.2.200');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain(words.deviceLocked);
  }
  const another = await world.app.admin();
  expect((await type(another, device.user_code, '192.0.2.201')).text).toContain(words.confirm);
});

test('S23 a stranger cannot guess more than fifty from one address', async () => {
  const words = await loadCatalogue('en', 'authority');
  const device = await client.initiateDeviceAuthorization(await world.relyingParty(application), { scope: 'openid' });
  const [first, second] = [world.app.client(), replica.client()];
  for (let guess = 0; guess < 50; guess++) await type(guess % 2 ? first : second, wrongCode(guess), '198.51.100.7');
  for (const browser of [first, second]) {
    const answer = await type(browser, device.user_code, '198.51.100.7');
    expect([answer.status, answer.text.includes(String(words.deviceLocked))]).toEqual([429, true]);
  }
  expect((await type(first, device.user_code, '198.51.100.8')).text).toContain(words.confirm);
});
