import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { isFull } from '../../harness/runner/tier.ts';

/** The minified file, because every loaded page reads it again. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const shown = { light: 'html:not(.pf-v6-theme-dark)', dark: 'html.pf-v6-theme-dark' };

/** Themes differ in colors only: the light one gets every rule, the dark one the rules about colors. */
const rules = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] };

/** Transitions end at once, and endless animations, such as spinners, must be over. */
const arrived = `Promise.allSettled(document.getAnimations().map((animation) => {
  if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  return animation.finished;
})).then(() => {})`;

export const arrive = (page: Page): Promise<void> => page.evaluate(arrived);

/**
 * The findings of axe on the page, or on one part of it, in both themes, as sentences. Pages without a script
 * show no theme of their own.
 */
export async function findings(
  page: Page,
  themes: Record<keyof typeof shown, string> = shown,
  part = 'html',
): Promise<string[]> {
  const found: string[] = [];
  const isDark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
  // A change of the theme costs as much as the rules about colors, so the present one comes first.
  for (const theme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.locator(themes[theme]).waitFor({ state: 'attached' });
    await arrive(page);
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
    // Only findings are reported, so only they become sentences.
    // Pages in frames have tests of their own, and axe is not there.
    const options: RunOptions = {
      resultTypes: ['violations'],
      iframes: false,
      ...(rules[theme] && { runOnly: rules[theme] }),
    };
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`,
    );
    for (const { id, nodes } of violations)
      for (const { html, any } of nodes) found.push(`${theme} ${id}: ${html} ${any[0]?.message ?? ''}`);
  }
  return found;
}

/** The same in the second tier, and nothing in the first: for pages of a sort that another test looks at in both. */
export const findingsInFull: typeof findings = async (...asked) => (isFull() ? findings(...asked) : []);
