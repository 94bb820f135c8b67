import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, openPortal, type PortalPages } from '../world/portal-pages.ts';
import { aUser, button, enrol, keepCodes } from './people.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

test('a person copies, saves and prints their recovery codes, and sees them this once', async () => {
  const { page, context, complaints } = await portal.visit();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript('window.print = () => { window.printed = (window.printed ?? 0) + 1; }');
  await enter(page, await aUser(portal));
  await page.goto('/account/security');
  await button(page, 'Set up an app').click();
  await enrol(page);
  const shown = page.locator('.recovery-codes code');
  await shown.first().waitFor();
  const text = (await shown.allTextContents()).join('\n');
  await button(page, 'Copy').click();
  await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toBe(`${text}\n`);
  await button(page, 'Print').click();
  expect(await page.evaluate('window.printed')).toBe(1);
  expect(await keepCodes(page)).toHaveLength(10);
  await page.reload();
  await page.getByText(/^Unused codes: 10/).waitFor();
  const [first = ''] = text.split('\n');
  expect(await page.content()).not.toContain(first);
  expect(complaints).toEqual([]);
});
