import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type Browser, openBrowser, type Visitor } from '../../console/world/browser.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';

let world: ProtocolWorld;
let browser: Browser;
let shop: Application;
let visit: Visitor;
beforeAll(async () => {
  [world, browser] = await Promise.all([createProtocolWorld(), openBrowser()]);
  const look = { displayName: 'The shop', homepageUrl: 'https://shop.example/' };
  shop = await world.application('app-shop', { ...look, favicon: `${world.app.url}/icon.svg` });
  visit = await browser.visit(world.app.url, { viewport: { width: 320, height: 640 } });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await world?.app.stop();
});
// The browser itself logs the status of the page.
afterEach(() => expect(visit.complaints.splice(0).filter((each) => !/status of 40[04]/.test(each))).toEqual([]));

const open = (asked: Record<string, string>) =>
  visit.page.goto(`/login/oauth/authorize?${new URLSearchParams({ response_type: 'code', ...asked })}`);

const wrong = (address: string) => open({ client_id: shop.clientId, redirect_uri: address });

describe('the page of a request that cannot be answered', () => {
  test('names the mistake, its remedy and the place for it, with the brand of the application', async () => {
    const { page } = visit;
    await wrong('https://app.example/calback');
    await page.getByRole('heading', { level: 1, name: 'There was a problem signing you in' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'The redirect address is not registered' }).waitFor();
    await page.getByText('https://app.example/calback', { exact: true }).waitFor();
    await page.getByText(/^Register the address exactly as the program sends it/).waitFor();
    const guide = page.getByRole('link', { name: 'See what to do', exact: true });
    const named = async (attribute: string) => guide.getAttribute(attribute);
    const attributes = await Promise.all(['href', 'target', 'rel'].map(named));
    expect(attributes).toEqual(['/docs/errors/redirect-uri', '_blank', 'noopener']);
    expect(await page.getByRole('link', { name: 'The shop' }).getAttribute('href')).toBe('https://shop.example/');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(shop.favicon);
    const font = 'getComputedStyle(document.body).fontFamily';
    expect(await page.evaluate(font)).toMatch('Liberation Sans');
    expect(await findings(page, { light: 'html', dark: 'html' })).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await page.getByRole('link', { name: 'Open “Connect” in the console' }).click();
    await page.waitForURL('**/login**');
  });

  test('S34 says nothing about a client that does not exist, and links nowhere for it', async () => {
    await open({ client_id: 'nobody', redirect_uri: 'https://app.example/callback' });
    await visit.page.getByText('invalid_client').waitFor();
    expect(await visit.page.getByRole('link').count()).toBe(0);
    expect(await visit.page.getByText('Doorwright', { exact: true }).count()).toBe(1);
  });

  test('S34 shows an address of the request as text, without its secrets', async () => {
    await wrong('https://evil.example/<img src=x>?access_token=hunter2&next=1');
    const text = String(await visit.page.getByRole('main').textContent());
    expect(text).toMatch('https://evil.example/');
    expect(text).not.toMatch('hunter2');
    expect(await visit.page.locator('img[src=x]').count()).toBe(0);
  });

  test('names the right path to a browser at the path of another product', async () => {
    await visit.page.goto(`/oauth2/authorize?client_id=${shop.clientId}`);
    await visit.page.getByRole('heading', { level: 2, name: 'The path does not exist' }).waitFor();
    await visit.page.getByText('/oauth2/authorize → /login/oauth/authorize').waitFor();
  });
});

test('S20 programs and pages read the right path, and pages of the product stay', async () => {
  const told = async (method: string, path: string) => {
    const { status, headers, json } = await fetch(world.app.url + path, { method }).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      json: answer.status === 404 ? await answer.json() : undefined,
    }));
    return [status, headers.get('access-control-allow-origin'), json?.code];
  };
  const missing = ['/oauth/token', '/token', '/realms/acme/protocol/openid-connect/token', '/api/oauth2/v1/token'];
  for (const path of missing) expect(await told('POST', path)).toEqual([404, '*', 'unknown-path']);
  const read = [
    '/acme/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/acme',
    '/oauth/keys',
  ];
  for (const path of read) expect(await told('GET', path)).toEqual([404, '*', 'unknown-path']);
  expect(await told('OPTIONS', '/oauth/token')).toEqual([204, '*', undefined]);
  for (const path of ['/login', '/logout', '/tokens', '/certs', '/login/oauth/authorize'])
    expect((await world.app.client({ Accept: 'text/html' }).get(path)).text).not.toMatch('unknown-path');
});
