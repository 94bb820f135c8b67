import type { Page } from 'playwright-core';

/** What stands outside of the window or of the part that it belongs to, and cannot be scrolled into view. */
const cutOff = `(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, position } = getComputedStyle(each);
      // Tables scroll by themselves, and texts for screen readers are one pixel.
      if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth && each.matches('[class*=scroll], [class*=tabs], pre, code, textarea')) return true;
      if (/hidden|clip/.test(overflowX) || (position === 'absolute' && each.clientWidth <= 1)) return true;
    }
    return false;
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('svg svg, [aria-hidden=true], .pf-v6-c-skip-to-content')) continue;
    const { left, right, width: own, height } = element.getBoundingClientRect();
    if (own < 2 || height < 2 || (left >= -1 && right <= width + 1)) continue;
    if (scrolls(element)) continue;
    found.push(\`\${element.tagName} .\${String(element.className.baseVal ?? element.className)} \${Math.round(left)}–\${Math.round(right)} of \${width}: \${(element.textContent ?? '').slice(0, 40)}\`);
  }
  for (const part of [document.documentElement, ...document.querySelectorAll('main, [role=dialog], .pf-v6-c-page__main-container')])
    if (part.scrollWidth > part.clientWidth + 1) found.push(\`\${part.tagName} .\${part.className} scrolls sideways: \${part.scrollWidth} of \${part.clientWidth}\`);
  return found.slice(0, 12);
})()`;

export const overflow = (page: Page): Promise<string[]> => page.evaluate<string[]>(cutOff);
