import axe from 'axe-core';
import type { Page } from 'playwright-core';

const shown = { light: 'html:not(.pf-v6-theme-dark)', dark: 'html.pf-v6-theme-dark' };

/** Colours are judged once they have arrived. */
const settled = 'Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(() => {})';

/** What axe finds wrong with the page as it stands, in both themes, as sentences. Pages without a script show no theme of their own. */
export async function findings(page: Page, themes: Record<keyof typeof shown, string> = shown): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.locator(themes[theme]).waitFor({ state: 'attached' });
    await page.evaluate(settled);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
    for (const { id, nodes } of violations)
      for (const { html, any } of nodes) found.push(`${theme} ${id}: ${html} ${any[0]?.message ?? ''}`);
  }
  return found;
}
