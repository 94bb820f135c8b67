import { gzipSync } from 'node:zlib';
import { isUnused } from '@doorwright/console/bundle/unused-modifiers.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { add } from '../../harness/world.ts';
import { type Browser, openBrowser, signIn, type Visitor } from '../world/browser.ts';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  app = await startApp();
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Load {
  /** Files without the answers of the api, compressed, in thousands of bytes. */
  weight: number;
  /** All requests, those of the api too. A page that polls counts once. */
  requests: number;
}

/** What a page loads until it is still. */
async function weigh(page: Page, load: () => Promise<unknown>): Promise<Load> {
  const bodies: Promise<Buffer>[] = [];
  const calls = new Set<string>();
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname.startsWith('/api/')) calls.add(pathname + search);
    else bodies.push(response.body().catch(() => Buffer.alloc(0)));
  });
  await load();
  await page.waitForLoadState('networkidle');
  // On a busy machine a page can be still before its last request.
  let before = -1;
  await expect
    .poll(
      () => {
        const isAtRest = bodies.length === before;
        before = bodies.length;
        return isAtRest;
      },
      { interval: 2000 },
    )
    .toBe(true);
  const weights = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  return { weight: weights.reduce((sum, weight) => sum + weight, 0) / 1000, requests: bodies.length + calls.size };
}

/**
 * One page of each sort, with the weight that it may have, and its heading if it is known. The aim is 350 kB in 25
 * requests. Each limit is what was measured, and a little more.
 */
const mostRequests = 24;
const pages: [path: string, most: number, heading?: string][] = [
  ['/', 241, 'Welcome, Admin'],
  ['/users', 288, 'Users'],
  ['/providers', 289, 'Providers'],
  ['/roles', 283, 'Roles'],
  ['/records', 286, 'Records'],
  ['/applications/app-built-in', 322],
  ['/applications/app-built-in?tab=providers', 322],
  // These three load parts of their tab besides the editor.
  ['/applications/app-built-in?tab=yaml', 341],
  ['/applications/app-built-in?tab=protocols', 333],
  ['/applications/app-built-in?tab=connect', 334],
  ['/organizations/built-in', 325],
  ['/users/built-in/admin', 322],
  ['/users/built-in/admin?tab=access', 323],
  ['/sessions', 282],
  ['/certs/cert-built-in', 322],
  ['/new/roles', 325],
  ['/new/providers', 333],
  ['/declared', 268],
];

let home: Visitor;

beforeAll(async () => {
  home = await browser.visit(app.url);
  await home.page.goto('/login');
  await signIn(home.page, 'admin', adminPassword);
  await home.page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor();
});

test('the sign-in page loads at most 90 kB in 12 requests', async () => {
  const { page } = await browser.visit(app.url);
  const { weight, requests } = await weigh(page, () => page.goto('/login'));
  console.log(`sign-in page ${weight.toFixed(1)} kB in ${requests} requests`);
  expect(weight).toBeLessThanOrEqual(90);
  expect(requests).toBeLessThanOrEqual(12);
});

test('the sign-in page with twelve services loads at most 90 kB in 12 requests', async () => {
  const admin = await app.admin();
  const types = 'GitHub Google Facebook LinkedIn Gitee Slack Weibo Apple QQ WeChat DingTalk Lark'.split(' ');
  for (const type of types) {
    const provider = { name: type.toLowerCase(), category: 'OAuth', type, clientId: 'id', clientSecret: 'secret' };
    await add(admin, 'provider', provider);
  }
  await add(admin, 'application', {
    ...{ name: 'dozen', organization: 'built-in', cert: 'cert-built-in' },
    ...{
      redirectUris: ['http://localhost:9000/callback'],
      providers: types.map((type) => ({ name: type.toLowerCase() })),
    },
  });
  const { clientId } = (await admin.get('get-application', { id: 'admin/dozen' })).body.data;
  const { page } = await browser.visit(app.url);
  const asked = { client_id: clientId, response_type: 'code', redirect_uri: 'http://localhost:9000/callback' };
  const path = `/login/oauth/authorize?${new URLSearchParams(asked)}`;
  const { weight, requests } = await weigh(page, () => page.goto(path));
  console.log(`sign-in page with twelve services ${weight.toFixed(1)} kB in ${requests} requests`);
  await expect.poll(() => page.locator('.services button').count()).toBe(12);
  expect(weight).toBeLessThanOrEqual(90);
  expect(requests).toBeLessThanOrEqual(12);
});

/** The scripts that a page has loaded. */
const scriptsOf = (page: Page) =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'))`,
  );

test.each(['', '/security', '/linked', '/sessions', '/applications', '/privacy'].map((path) => `/account${path}`))(
  'the first load of %s takes at most 120 kB in 16 requests, without a script of the console',
  async (path) => {
    const { page, context } = await browser.visit(app.url, { storageState: await home.context.storageState() });
    const { weight, requests } = await weigh(page, async () => {
      await page.goto(path);
      await page.locator('main h1').waitFor();
    });
    const [ofConsole, own] = [new Set(await scriptsOf(home.page)), await scriptsOf(page)];
    expect([ofConsole.size, own.length].every((count) => count > 0)).toBe(true);
    expect(own.filter((script) => ofConsole.has(script))).toEqual([]);
    console.log(`${path} ${weight.toFixed(1)} kB in ${requests} requests`);
    expect(weight).toBeLessThanOrEqual(120);
    expect(requests).toBeLessThanOrEqual(16);
    await context.close();
  },
);

test.each(pages)('the first load of %s takes at most %d kB', async (path, most, heading) => {
  // A new context has no file in its cache.
  const { page, context } = await browser.visit(app.url, { storageState: await home.context.storageState() });
  const { weight, requests } = await weigh(page, async () => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, ...(heading && { name: heading }) }).waitFor();
    if (path === '/') await page.getByRole('heading', { name: 'Sign-ins' }).waitFor();
  });
  console.log(`${path} ${weight.toFixed(1)} kB in ${requests} requests`);
  expect(requests).toBeLessThanOrEqual(mostRequests);
  expect(weight).toBeLessThanOrEqual(most);
  // The build leaves out their rules.
  const names = await page.evaluate<string[]>(
    "[...document.querySelectorAll('*')].flatMap((each) => [...each.classList])",
  );
  expect([...new Set(names)].filter(isUnused)).toEqual([]);
  await context.close();
});

test.each([
  ['/roles', ['frame', 'list', 'work']],
  ['/new/roles', ['editor', 'frame', 'work']],
])('the scripts of %s are compressed by the build, and compiled while they arrive', async (path, scripts) => {
  const { page, context } = await browser.visit(app.url, { storageState: await home.context.storageState() });
  const texts: Promise<[name: string, text: string]>[] = [];
  const encodings: Record<string, string | undefined> = {};
  page.on('response', (response) => {
    const [, name] = /\/assets\/(\w+)-[\w-]+\.js$/.exec(response.url()) ?? [];
    if (!name) return;
    texts.push(response.text().then((text) => [name, text]));
    encodings[name] = response.headers()['content-encoding'];
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const hinted = (await Promise.all(texts)).filter(([, text]) => text.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(new Set(hinted.map(([name]) => name))).toEqual(new Set(scripts));
  for (const name of scripts) expect(encodings[name]).toBe('br');
  await context.close();
});
