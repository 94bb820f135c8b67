import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { arrive } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'role', {
    owner: 'built-in',
    name: 'a-role-with-a-name-that-is-longer-than-a-line-of-a-phone',
  });
});
afterAll(() => desk?.close());

interface Sort {
  what: string;
  path: string;
  /** Present as soon as the page is complete. */
  shows: string;
  after?: (page: Page) => Promise<unknown>;
}

const dialog = (page: Page) => page.locator('[role=dialog]').waitFor();

/** One page of each sort. `layouts.test.ts` looks at two of them in the first tier. */
const sorts: Sort[] = [
  { what: 'the home page', path: '/', shows: '.count-card, .chart, .legend' },
  { what: 'a list', path: '/users', shows: 'tbody td a' },
  { what: 'a list of sessions', path: '/sessions', shows: 'tbody td button' },
  {
    what: 'a list with an open drawer',
    path: '/records',
    shows: 'tbody td button.pf-m-link',
    async after(page) {
      await page.locator('tbody td button.pf-m-link').first().click();
      await page.locator('.details-title').waitFor();
    },
  },
  { what: 'a list without a row', path: '/roles?field=name&value=nothing', shows: '.pf-v6-c-empty-state' },
  { what: 'an editor', path: '/applications/app-built-in', shows: 'form input' },
  { what: 'the overview of a user', path: '/users/built-in/admin', shows: '.dossier-list' },
  { what: 'the profile of a user', path: '/users/built-in/admin?tab=profile', shows: 'form input' },
  { what: 'a draft', path: '/new/providers', shows: 'form input' },
  { what: 'the page of declarations', path: '/declared', shows: 'main h1' },
  {
    what: 'the quick search',
    path: '/',
    shows: 'main h1',
    after: (page) => page.keyboard.press('Control+k').then(() => dialog(page)),
  },
  {
    what: 'the dialog of columns',
    path: '/users',
    shows: 'tbody td a',
    async after(page) {
      await page.locator('button:has(svg)[aria-label*="olumns"], button[aria-label*="olumns"]').first().click();
      await dialog(page);
    },
  },
  { what: 'a page that does not exist', path: '/nowhere', shows: '.pf-v6-c-empty-state' },
];

async function open(options: BrowserContextOptions, { path, shows, after }: Sort): Promise<Page> {
  const storageState = await desk.visitor.context.storageState();
  const { page, atRest } = await desk.browser.visit(desk.app.url, {
    storageState,
    reducedMotion: 'reduce',
    ...options,
  });
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await after?.(page);
  await atRest();
  return page;
}

const mirrored = (sort: Sort): Sort => ({
  ...sort,
  path: `${sort.path}${sort.path.includes('?') ? '&' : '?'}language=en-x-rtl`,
});

const widths = [1440, 1024, 390, 320];

test.each(sorts)('$what fits from right to left, at each width', async (sort) => {
  const page = await open({ viewport: { width: 1440, height: 900 } }, mirrored(sort));
  expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await arrive(page);
    await expect.poll(() => overflow(page), { message: `${width} px` }).toEqual([]);
  }
  await page.context().close();
});

test('from right to left, phone numbers, addresses and ranges keep the order of their characters', async () => {
  await add(desk.admin, 'user', {
    owner: 'built-in',
    name: 'caller',
    displayName: '+49 30 1234',
  });
  const page = await open(
    { viewport: { width: 1440, height: 900 } },
    mirrored({ what: '', path: '/users', shows: 'tbody td a' }),
  );
  /** The characters of a text as they stand from left to right. */
  const seen = (text: string) =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate((node) => {
        const letters = node.ownerDocument.createTreeWalker(node, 4);
        const placed: { sign: string; x: number }[] = [];
        while (letters.nextNode()) {
          const { data } = letters.currentNode as Text;
          for (let at = 0; at < data.length; at++) {
            const range = node.ownerDocument.createRange();
            range.setStart(letters.currentNode, at);
            range.setEnd(letters.currentNode, at + 1);
            placed.push({ sign: data.charAt(at), x: range.getBoundingClientRect().left });
          }
        }
        return placed
          .sort((one, other) => one.x - other.x)
          .map(({ sign }) => sign)
          .join('');
      });
  expect(await seen('+49 30 1234')).toBe('+49 30 1234');
  expect(await seen('1–2')).toBe('1–2');
  await page.context().close();
});

const doors = ['/login', '/signup/built-in', '/forget/app-built-in'];

test.each(doors)('%s fits from right to left', async (path) => {
  for (const width of widths) {
    const signedOut = { viewport: { width, height: 800 }, storageState: { cookies: [], origins: [] } };
    const page = await open(signedOut, { what: path, path: `${path}?language=en-x-rtl`, shows: 'h1' });
    expect(await overflow(page)).toEqual([]);
    await page.context().close();
  }
});
