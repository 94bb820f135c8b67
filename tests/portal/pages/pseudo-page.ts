import type { Page } from 'playwright-core';
import { pseudo } from '../../locales/pseudo.ts';

/** Switches the page to the pseudo-language: its words are in brackets and a third longer. */
export const speakPseudo = (page: Page): Promise<unknown> =>
  page.route(/\/assets\/portal-words-/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /`((?:[^`\\]|\\.)*)`/g,
      (_, text: string) => `\`${pseudo({ text }).text}\``,
    );
    await route.fulfill({ response, body });
  });

/** The elements that reach out of the window. A user would have to scroll sideways to read them. */
const outside = `[...document.querySelectorAll('body *')].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
}).map((each) => each.outerHTML.slice(0, 120))`;

/** The elements that are cut off at the sides, in both directions. */
export async function cutOff(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    for (const element of await page.evaluate<string[]>(outside)) found.push(`${direction}: ${element}`);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (width > 0) found.push(`${direction}: the page is ${width} pixels too wide`);
  }
  return found;
}

/** The texts outside brackets. They cannot be translated, or are glued together. */
export async function untranslated(page: Page, names: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const said = [...document.body.querySelectorAll('[aria-label], [alt]')]
      .map((each) => each.getAttribute('aria-label') ?? each.getAttribute('alt'));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.lang) said.push(walker.currentNode.data);
    return said.map((text) => text.trim()).filter(Boolean);
  })()`);
  if (texts.length < 5) throw new Error(`the page says next to nothing: ${texts}`);
  return texts.filter((text) => !names.includes(text) && !/^\[.*\]$/s.test(text));
}
