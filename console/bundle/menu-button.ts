import type { CSSOptions } from 'vite';

type Plugin = NonNullable<Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins']>[number];

const stateOfMenu = /:where\(:has\(> \.pf-v6-c-page__sidebar\.pf-m-(expanded|collapsed)\)\)/;
const states: Record<string, string> = { expanded: 'true', collapsed: 'false' };

/** The same for the button: it says itself whether the menu is open. */
function byItself(selector: string): string {
  const state = stateOfMenu.exec(selector)?.[1];
  return state ? `${selector.replace(stateOfMenu, '')}:where([aria-expanded=${states[state]}])` : selector;
}

/**
 * The library's rules for the button of the menu ask what the page has. Because of them, a browser looks at all buttons again when any
 * element of the page comes or goes, which takes a slow computer twenty milliseconds.
 */
export const menuButtonByItself: Plugin = {
  postcssPlugin: 'menu-button-by-itself',
  Rule(rule) {
    const selectors = rule.selectors.map(byItself);
    if (String(selectors) !== String(rule.selectors)) rule.selectors = selectors;
  },
};
