import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { password } from '../../harness/world.ts';
import { enter, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

/** A page that embeds the address in its query, and keeps the messages from it. */
const framePage = (frame: string) => `<!doctype html><title>client</title>
<script>window.told = []; addEventListener('message', (event) => told.push(event.data))</script>
${frame && `<iframe src="${frame.replaceAll('&', '&amp;')}"></iframe>`}`;

async function startSite(): Promise<Server> {
  const site = createServer((req, res) => {
    const frame = new URL(req.url ?? '', 'http://site').searchParams.get('frame') ?? '';
    res.setHeader('Content-Type', 'text/html').end(framePage(frame));
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  return site;
}

const addressOf = (site: Server) => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

const field = (page: Page) => page.getByLabel('Password', { exact: true });

test('S49 the application’s own HTML appears above the form, and nothing in it runs', async () => {
  const signinHtml = `<h2>Ahoy</h2><p onclick="window.ran=1">Welcome aboard</p><script>window.ran = 1</script>
<img src="x:" onerror="window.ran=1"><a href="javascript:window.ran=1">press</a><style>@import "https://evil.example/"</style>
<form action="https://evil.example/"><input name="password"></form><iframe srcdoc="<script>parent.ran=1</script>"></iframe>`;
  const application = await portal.application('own-html', { signinHtml });
  const { page, complaints } = await portal.visit();
  const evil: string[] = [];
  page.on('request', (request) => void (request.url().includes('evil') && evil.push(request.url())));
  await page.goto(requestOf(application));
  await page.getByText('Welcome aboard').click();
  await page.getByText('press').click();
  await field(page).waitFor();
  await expect.poll(() => page.locator('form').count()).toBe(1);
  expect(await page.evaluate('window.ran')).toBe(undefined);
  expect([evil, complaints]).toEqual([[], []]);
});

test('S49 names and addresses of applications and organizations run nothing', async () => {
  const script = '<img src=x: onerror=window.ran=1>';
  const application = await portal.application('scripted', {
    displayName: script,
    logo: 'javascript:window.ran=1',
    homepageUrl: 'javascript:window.ran=1',
    enableSignUp: true,
    signupUrl: 'javascript:window.ran=1',
  });
  const { page, complaints } = await portal.visit();
  await page.goto(requestOf(application));
  await page.getByText(script).first().waitFor();
  expect(await page.locator('[href^="javascript:"], [src^="javascript:"]').count()).toBe(0);
  await expect
    .poll(() => page.getByRole('link', { name: 'Sign up now' }).getAttribute('href'))
    .toBe('/signup/scripted');
  expect(await page.evaluate('window.ran')).toBe(undefined);
  expect(complaints).toEqual([]);
});

describe('S34 a forged address', () => {
  test('for a request that an attacker opened gets no code', async () => {
    const application = await portal.application('made-up');
    const opened = await portal.app.client().get(requestOf(application));
    const address = new URL(String(opened.headers.get('location')), portal.app.url);
    address.searchParams.set('redirect_uri', 'https://evil.example/');
    const { page } = await portal.visit();
    for (const path of ['/login/oauth/authorize', '/login/oauth/authorize/']) {
      address.pathname = path;
      await page.goto(address.href);
      await page.getByText(/problem signing you in/).waitFor();
      expect(await field(page).count()).toBe(0);
    }
  });

  test('is never the page after sign-in to the console', async () => {
    const more = isFull() ? ['https://evil.example/', '/\\evil.example'] : [];
    for (const from of ['//evil.example', 'javascript:alert(1)', ...more]) {
      const { page, context } = await portal.visit();
      await page.goto('/login/acme');
      await page.evaluate(`sessionStorage.setItem('from', ${JSON.stringify(from)})`);
      await signIn(page, 'alice', password);
      await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await context.close();
    }
  });
});

describe('Silent sign-in', () => {
  const silently = { silentSignin: '1' };
  let client: string;
  let another: string;
  let sites: Server[];
  // Browsers keep the cookie from other sites, so the client lives on the same site, at another port.
  beforeAll(async () => {
    sites = await Promise.all([startSite(), startSite()]);
    [client, another] = sites.map(addressOf) as [string, string];
  });
  afterAll(() => {
    for (const site of sites) site.close();
  });

  const framing = (origin: string, address: string) =>
    `${origin}/?frame=${encodeURIComponent(new URL(address, portal.app.url).href)}`;

  test.each([false, true])(
    '35.25 tells the client’s own page, and sends it the code, with a single sign-on session: %s',
    async (enableSigninSession) => {
      const settings = { redirectUris: [`${client}/callback`], enableSigninSession };
      const application = await portal.application(`silent-${enableSigninSession}`, settings);
      const { page } = await portal.visit();
      await enter(page, 'alice');
      await page.goto(framing(client, requestOf(application, silently)));
      await expect
        .poll(() => page.evaluate('told'))
        .toEqual([{ tag: 'Casdoor', type: 'SilentSignin', data: 'signing-in' }]);
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(`${client}/callback?code=`);
    },
  );

  test('S43 shows no form inside a client’s page to a signed-out visitor', async () => {
    const application = await portal.application('silent-nobody', { redirectUris: [`${client}/callback`] });
    const { page } = await portal.visit();
    await page.goto(framing(client, requestOf(application, silently)));
    await expect.poll(() => page.frameLocator('iframe').locator('#root').innerHTML()).toBe('');
    expect(await page.evaluate('told')).toEqual([]);
  });

  test.each([
    ['another page', () => another, silently],
    ['the client’s page without a silent request', () => client, {}],
  ])('S43 works in no other page: %s', async (who, origin, own) => {
    const name = `framed-by-${who.split(' ')[1]}`;
    const application = await portal.application(name, { redirectUris: [`${client}/callback`] });
    const { page, complaints } = await portal.visit();
    await page.goto(framing(origin(), requestOf(application, own)));
    await expect.poll(() => complaints.join()).toMatch(/frame-ancestors/);
    expect(await page.evaluate('told')).toEqual([]);
  });

  test('S43 opens the frame to the registered address only, whatever an address says', async () => {
    const application = await portal.application('framed', { redirectUris: [`${client}/callback`] });
    const ancestorsAt = async (address: string) =>
      (await portal.app.client().get(address, {}, { headers: { Accept: 'text/html' } })).headers
        .get('Content-Security-Policy')
        ?.match(/frame-ancestors [^;]+/)?.[0];
    const opened = await portal.app.client().get(requestOf(application, silently));
    const address = new URL(String(opened.headers.get('location')), portal.app.url);
    const asked = () => address.pathname + address.search;
    expect(await ancestorsAt(asked())).toBe(`frame-ancestors ${client}`);
    address.searchParams.set('redirect_uri', `${another}/callback`);
    expect(await ancestorsAt(asked())).toBe("frame-ancestors 'none'");
    address.searchParams.set('redirect_uri', `${client}/callback`);
    address.searchParams.delete('silentSignin');
    expect(await ancestorsAt(asked())).toBe("frame-ancestors 'none'");
  });
});

describe('S19 a page of another site', () => {
  let site: Server;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  test.each(['localhost', '127.0.0.1'])('at %s signs nobody out without a question', async (host) => {
    const { page } = await portal.visit();
    await enter(page, 'alice');
    const isSignedIn = async () => (await (await page.request.get('/api/get-account')).json()).status === 'ok';
    await page.goto(addressOf(site).replace('127.0.0.1', host));
    await page.evaluate(`location.href = '${portal.app.url}/logout'`);
    await page.getByText('You are signed in as Alice Liddell. Do you want to sign out?').waitFor();
    expect(await isSignedIn()).toBe(true);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.getByText('Sie sind als Alice Liddell angemeldet.').waitFor();
    expect(await isSignedIn()).toBe(true);
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click();
    await page.waitForURL('**/login/acme');
    expect(await isSignedIn()).toBe(false);
  });

  test('is asked before sign-out, unlike a page of ours', async () => {
    const { page } = await portal.visit();
    await enter(page, 'alice');
    await page.goto('/');
    await page.evaluate("location.href = '/logout'");
    await page.waitForURL('**/login/acme');
  });
});
