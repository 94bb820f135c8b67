import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../world/desk.ts';

/** What a browser loads for one page of each sort, as the server sends it: compressed, with the answers of the api. */

let desk: Desk;
/** The scripts of each page that was weighed. */
const scripts = new Map<string, string[]>();

beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

interface Sent {
  path: string;
  /** Thousands of bytes. */
  weight: number;
}

/** A file that the browser kept from another page counts like one that it loads. */
const sent = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, weight: encodedBodySize / 1000 }))`;

const mostRequests = 45;

test.each([
  ['/', 350],
  ['/providers', 380],
  ['/applications/app-built-in?tab=yaml', 430],
  ['/new/providers', 430],
  ['/users/built-in/admin', 430],
  ['/account/security', 130],
  ['/login', 90],
])('the page %s takes at most %d kB', async (path, most) => {
  const { browser, app, visitor } = desk;
  const { page, atRest } = path === '/login' ? await browser.visit(app.url) : visitor;
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await atRest();
  const all = await page.evaluate<Sent[]>(sent);
  const weight = all.reduce((sum, each) => sum + each.weight, 0);
  console.log(`${path} ${weight.toFixed(1)} kB in ${all.length} requests`);
  expect(all.length).toBeLessThanOrEqual(mostRequests);
  expect(weight).toBeLessThanOrEqual(most);
  scripts.set(
    path,
    all.map((each) => each.path).filter((name) => name.endsWith('.js')),
  );
});

test('the account page loads no script of the console', () => {
  const [ofConsole = [], own = []] = [scripts.get('/'), scripts.get('/account/security')];
  expect([ofConsole.length, own.length].every((count) => count > 0)).toBe(true);
  expect(own.filter((script) => ofConsole.includes(script))).toEqual([]);
});

test('the scripts of lists and editors are compressed by the build, and compiled while they arrive', async () => {
  const all = new Set([...(scripts.get('/providers') ?? []), ...(scripts.get('/new/providers') ?? [])]);
  for (const name of ['editor', 'frame', 'list', 'work']) {
    const path = [...all].find((each) => each.startsWith(`/assets/${name}-`));
    const answer = await fetch(`${desk.app.url}${path}`, { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});
