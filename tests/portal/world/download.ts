import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** Downloads what a link leads to, as its reader's browser does. */
export async function download(page: Page, link: Locator): Promise<{ name: string; content: Buffer }> {
  const [downloaded] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: downloaded.suggestedFilename(), content: await readFile(await downloaded.path()) };
}
