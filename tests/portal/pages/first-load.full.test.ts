import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';
import { inPieces } from './in-pieces.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const frame = (page: Page) => page.locator('main[aria-busy=true]');
const drawn = (page: Page) => page.locator('main:not([aria-busy]) #username').waitFor();

/** Holds back every script of the page, so that the test can look at the server's frame. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The layout shifts since the page opened, as browsers count them: size, element, old and new position. */
const shifts = `new Promise((resolve) => {
  const at = ({ x, y, width, height }) => [x, y, width, height].join(' ');
  const said = ({ node, previousRect, currentRect }) =>
    (node?.className ?? 'what is gone') + ' from ' + at(previousRect) + ' to ' + at(currentRect);
  const told = ({ value, sources }) => [value, ...sources.map(said)];
  new PerformanceObserver((list) => resolve(list.getEntries().map(told)))
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve([]), 100));
})`;

describe('Before its script has come, the sign-in page', () => {
  test.each(['<h1', 'class="beside"', '<footer', '<span class="to-come"'])(
    'appears as a whole, although it arrives in parts (up to %s)',
    async (mark) => {
      const line = await inPieces(portal.app.url, mark);
      onTestFinished(line.stop);
      const { page } = await portal.visit({ baseURL: line.url, viewport: { width: 390, height: 800 } });
      await page.goto('/login', { waitUntil: 'commit' });
      await page.locator('main .brand').waitFor({ state: 'attached' });
      // A browser that draws early does so within a few frames.
      await page.evaluate('new Promise((go) => setTimeout(go, 500))');
      expect(await page.evaluate("performance.getEntriesByType('paint').length")).toBe(0);
      line.release();
      await drawn(page);
      expect(await page.evaluate(shifts)).toEqual([]);
    },
  );

  test('has the language that the visitor chose before', async () => {
    const { page } = await portal.visit({ locale: 'fr-FR' });
    await page.goto('/login');
    await page.getByRole('combobox', { name: 'Langue' }).selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await drawn(page);
    await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await frame(page).getByRole('heading', { name: 'Anmelden' }).waitFor();
  });
});
