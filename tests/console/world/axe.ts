import axe from 'axe-core';
import type { Page } from 'playwright-core';

export const shown = { light: 'html:not(.pf-v6-theme-dark)', dark: 'html.pf-v6-theme-dark' };

/** Themes differ in colours alone: every rule is asked in the light one, and in the dark one those that see colours. */
const rules = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] };

/** What moves, such as one colour into another, is there at once; what would move for ever, such as a spinner, has to go. */
const arrived = `Promise.allSettled(document.getAnimations().map((animation) => {
  if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  return animation.finished;
})).then(() => {})`;

export const arrive = (page: Page): Promise<void> => page.evaluate(arrived);

/**
 * What axe finds wrong with the page as it stands, or with one part of it, in both themes, as sentences. Pages without a script
 * show no theme of their own.
 */
export async function findings(
  page: Page,
  themes: Record<keyof typeof shown, string> = shown,
  part = 'html',
): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.locator(themes[theme]).waitFor({ state: 'attached' });
    await arrive(page);
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
    // Only what is wrong is told, and so only that is put into words.
    const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules[theme] && { runOnly: rules[theme] }) };
    const { violations } = await page.evaluate<axe.AxeResults>(
      `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`,
    );
    for (const { id, nodes } of violations)
      for (const { html, any } of nodes) found.push(`${theme} ${id}: ${html} ${any[0]?.message ?? ''}`);
  }
  return found;
}
