import type { Application } from '@doorwright/crds/kinds/application.ts';
import { languages } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type Browser, openBrowser, type Visitor } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';

let world: ProtocolWorld;
let browser: Browser;
let application: Application;
beforeAll(async () => {
  [world, browser] = await Promise.all([createProtocolWorld(), openBrowser()]);
  application = await world.application('app-television', {
    displayName: 'Television',
    oauthFeatures: ['device_authorization'],
    clientType: 'public',
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await world?.app.stop();
});

/** A browser in which alice is signed in. */
async function alice(options = {}): Promise<Visitor> {
  const visit = await browser.visit(world.app.url, { viewport: { width: 320, height: 640 }, ...options });
  const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'alice', password };
  await visit.page.request.post('/api/login', { data: form });
  return visit;
}

const title = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Accessibility problems of the page in either theme, and whether it is wider than a small phone. */
async function faults({ page, complaints }: Visitor): Promise<string[]> {
  const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  const found = await findings(page, { light: 'html', dark: 'html' });
  return [...found, ...complaints, ...(width > 320 ? [`${width} pixels wide`] : [])];
}

describe('the pages of the authority', () => {
  test('ask before signing out, and say when it is done', async () => {
    const visit = await alice();
    await visit.page.goto('/api/login/oauth/logout');
    await title(visit, 'Do you want to sign out?');
    expect(await faults(visit)).toEqual([]);
    await press(visit, 'Sign out');
    await title(visit, 'You are signed out');
    expect(await faults(visit)).toEqual([]);
  });

  test('connect a device, after a question with its code and scopes', async () => {
    const rp = await world.relyingParty(application);
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid email' });
    const visit = await alice();
    await visit.page.goto(new URL(device.verification_uri).pathname);
    await title(visit, 'Connect a device');
    expect(await faults(visit)).toEqual([]);
    await visit.page.getByLabel('Code').fill('WRONG-CODE');
    await press(visit, 'Continue');
    await visit.page.getByRole('alert').getByText('The code is wrong or has expired').waitFor();
    expect(await faults(visit)).toEqual([]);
    expect(await visit.page.getByLabel('Code').inputValue()).toBe('WRONG-CODE');
    // As East Asian keyboards write it.
    const wide = device.user_code.replaceAll(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    await visit.page.getByLabel('Code').fill(` ${wide.toLowerCase()} `);
    await visit.page.keyboard.press('Enter');
    await title(visit, 'Connect this device?');
    await visit.page.getByText(device.user_code).waitFor();
    await visit.page.getByText('When the device is connected, Television can:').waitFor();
    await visit.page.getByRole('listitem').getByText('See your email address').waitFor();
    expect(await faults(visit)).toEqual([]);
    await press(visit, 'Connect');
    await title(visit, 'The device is connected');
    expect(await faults(visit)).toEqual([]);
    expect((await client.pollDeviceAuthorizationGrant(rp, device)).access_token).toBeTruthy();
  });

  test('connect no device if the user refuses', async () => {
    const rp = await world.relyingParty(application);
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
    const visit = await alice();
    await visit.page.goto(String(device.verification_uri_complete));
    await title(visit, 'Connect this device?');
    await press(visit, 'Cancel');
    await visit.page.getByRole('alert').getByText('The device was not connected.').waitFor();
    await expect(client.pollDeviceAuthorizationGrant(rp, device)).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('lead from a link with a device’s code to the question, also without a script', async () => {
    const rp = await world.relyingParty(application);
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
    const visit = await alice({ javaScriptEnabled: false });
    await visit.page.goto(String(device.verification_uri_complete));
    await title(visit, 'One moment…');
    await press(visit, 'Continue');
    await title(visit, 'Connect this device?');
    expect(visit.complaints).toEqual([]);
  });

  test('say what is wrong with a request that cannot be answered to a client', async () => {
    const visit = await browser.visit(world.app.url, { viewport: { width: 320, height: 640 } });
    await visit.page.goto('/login/oauth/authorize?client_id=nobody&response_type=code');
    await title(visit, 'There was a problem signing you in');
    await visit.page.getByText('invalid_client').waitFor();
    const mistyped = {
      client_id: application.clientId,
      redirect_uri: 'https://app.example/calback',
      response_type: 'code',
    };
    await visit.page.goto(`/login/oauth/authorize?${new URLSearchParams(mistyped)}`);
    await visit.page.getByText('https://app.example/calback', { exact: true }).waitFor();
    // The browser itself logs the status of the page.
    const complaints = visit.complaints.filter((each) => !/status of 400/.test(each));
    expect(await faults({ ...visit, complaints })).toEqual([]);
  });
});

test.each(languages)(
  'pages are in %s by the user’s choice here, by the browser’s preference, and by the client’s request',
  async (language) => {
    const words = await loadCatalogue(language, 'authority');
    const read = async (path: string, accepted: string) =>
      (await world.app.client({ Accept: 'text/html', 'Accept-Language': accepted }).get(path)).text;
    const page = await read('/login/oauth/authorize?client_id=nobody', `${language}-XX,en;q=0.5`);
    expect(page).toMatch(`lang="${language}"`);
    expect(page).toMatch(`<h1>${words.problem}</h1>`);
    const asked = await read(`/login/oauth/authorize?client_id=nobody&ui_locales=${language}`, 'en');
    expect(asked).toMatch(`lang="${language}"`);
    expect(await read('/login/oauth/device', language)).toMatch(`<h1>${words.device}</h1>`);
    // The user's choice here comes first.
    const chosen = world.app.client({ Accept: 'text/html', 'Accept-Language': 'ko', Cookie: `language=${language}` });
    const link = '/login/oauth/device?user_code=BCDF-GHJK&ui_locales=en';
    expect((await chosen.get(link)).text).toMatch(`<h1>${words.goingOn}</h1>`);
  },
);

test('a user who is not signed in has time to type the code of a device', async () => {
  const { headers } = await world.app.client({ Accept: 'text/html' }).get('/login/oauth/device');
  const [, expires = ''] = String(headers.get('set-cookie')).match(/expires=([^;]+)/) ?? [];
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(600_000);
});

describe('S43 the pages of the authority', () => {
  test('run no script, have one style, and cannot be framed', async () => {
    for (const path of [
      '/login/oauth/device',
      '/api/login/oauth/logout/success',
      '/login/oauth/authorize?client_id=x',
    ]) {
      const page = await world.app.client({ Accept: 'text/html' }).get(path);
      const policy = String(page.headers.get('content-security-policy'));
      expect(policy).toMatch("default-src 'none'");
      expect(policy).toMatch("frame-ancestors 'none'");
      expect(policy).not.toMatch('unsafe');
      expect(page.text).not.toMatch(/<script|\son\w+=/);
    }
  });
});
