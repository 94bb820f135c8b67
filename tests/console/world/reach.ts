import type { Page } from 'playwright-core';

/**
 * What a person cannot read or reach: texts that are cut off, and controls that something else covers while they have the focus. Runs in the
 * page, in the open dialog if there is one.
 */
const unreachable = `(() => {
  const found = [];
  const root = document.querySelector('[aria-modal=true]') ?? document;
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden=true], [inert], .pf-v6-screen-reader, .pf-v6-c-skip-to-content');
  const nameOf = (element) =>
    element.tagName + ' ' + (element.getAttribute('aria-label') || element.textContent || '').trim().slice(0, 40);
  // The focus scrolls at once.
  const style = new CSSStyleSheet();
  style.replaceSync('* { scroll-behavior: auto !important }');
  document.adoptedStyleSheets.push(style);
  for (const element of root.querySelectorAll('*')) {
    const { overflowX } = getComputedStyle(element);
    // A closed drawer stands beside the page. Tabs and texts of boxes move in their frame.
    if (element.matches('.pf-v6-c-drawer__main, .pf-v6-c-tabs, input, textarea') || !isSeen(element)) continue;
    if (/hidden|clip/.test(overflowX) && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      found.push('cut off: ' + nameOf(element));
  }
  const controls = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea';
  for (const control of root.querySelectorAll(controls)) {
    if (!isSeen(control) || control.matches('[role=tab]')) continue;
    control.focus();
    const { left, top, width, height } = control.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const isFree = [0.2, 0.5, 0.8].some((x) =>
      [0.2, 0.5, 0.8].some((y) => {
        const there = document.elementFromPoint(left + width * x, top + height * y);
        return control.contains(there) || [...(control.labels ?? [])].some((label) => label.contains(there));
      }),
    );
    if (!isFree) found.push('covered: ' + nameOf(control));
  }
  document.adoptedStyleSheets.pop();
  return found.slice(0, 12);
})()`;

export const outOfReach = (page: Page): Promise<string[]> => page.evaluate<string[]>(unreachable);
