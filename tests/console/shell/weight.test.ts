import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { type Browser, openBrowser, signIn } from '../world/browser.ts';

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

/** Everything that a page loads until it is still, compressed, in thousands of bytes. */
async function weigh(page: Page, load: () => Promise<unknown>): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/'))
      bodies.push(response.body().catch(() => Buffer.alloc(0)));
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
  return weights.reduce((sum, weight) => sum + weight, 0) / 1000;
}

test('the sign-in page loads at most 90 kB, and the first page of the console 350 kB beside its charts', async () => {
  const { page } = await browser.visit(app.url);
  const door = await weigh(page, () => page.goto('/login'));
  const { page: home, context } = await browser.visit(app.url);
  await home.goto('/login');
  await signIn(home, 'admin', adminPassword);
  await home.getByRole('heading', { name: 'Welcome, Admin' }).waitFor();

  // The shell and its first page are one load. Charts load later, and only for signed-in users.
  const bare = await context.newPage();
  await bare.route('**/api/get-account', (route) => route.abort());
  const first = await weigh(bare, () => bare.goto('/'));
  const whole = await context.newPage();
  const charts =
    (await weigh(whole, async () => {
      await whole.goto('/');
      await whole.getByRole('img', { name: 'Sign-ins' }).first().waitFor();
    })) - first;

  console.log(`sign-in page ${door.toFixed(1)} kB, console ${first.toFixed(1)} kB, charts ${charts.toFixed(1)} kB`);
  expect(door).toBeLessThanOrEqual(90);
  expect(first).toBeLessThanOrEqual(350);
  expect(charts).toBeLessThanOrEqual(30);
});
