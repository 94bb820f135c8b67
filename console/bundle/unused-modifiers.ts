import type { CSSOptions } from 'vite';

type Plugin = NonNullable<Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins']>[number];

/**
 * Modifiers of PatternFly that no page of the console has. Whoever needs one removes it here: `tests/console/shell/weight.test.ts` fails on
 * a page with one.
 */
export const unusedModifiers: readonly RegExp[] = [
  // The pages change their layout at the breakpoint `md` only.
  /^pf-m-.*-on-(sm|lg|xl|2xl)(-height)?$/,
  /^pf-m-.*-on-md-height$/,
  // What changes there is the room between tools, the form of a list of descriptions, and cells that are hidden.
  /^pf-m-(?!(horizontal|visible|hidden|gap-sm)-on).*-on-md$/,
  /^pf-m-(row|column)-gap-/,
  /^pf-m-gap-(xs|lg|xl|2xl|3xl|4xl)$/,
  /^pf-m-(inset|space-items|spacer)-(xl|2xl|3xl|4xl)$/,
  // Tables become cards at `md` or `lg`, and none shows a tree.
  /^pf-m-grid(-xl|-2xl)?$/,
  /^pf-m-tree-view/,
  /^pf-m-nested-column-header$/,
  /^pf-m-(docked|favorite|favorited|settings)$/,
  /^pf-m-(drilldown|drilled-in|flyout|search-expandable)$/,
  /^pf-m-(panel-bottom|panel-left|pill|resizable)$/,
  /^pf-v6-theme-(felt|glass|high-contrast)$/,
  /^pf-v6-m-(ai-indicator|thinking|no-motion)$/,
  // Parts of components that no page shows.
  /^pf-v6-c-inline-edit/,
  /^pf-v6-c-form__field-group/,
  /^pf-v6-c-table__(expandable-row-content|inline-edit-action|tfoot|caption|icon)$/,
  /^pf-v6-c-(card|menu|panel)__footer$/,
  /^pf-v6-c-menu__(breadcrumb|header)$/,
  /^pf-v6-c-nav__section(-title)?$/,
  /^pf-v6-c-page__main-wizard$/,
];

export const isUnused = (name: string) => unusedModifiers.some((each) => each.test(name));

const innermost = /:(\w+)\(([^()]*)\)/;

/** The classes that an element must have. Those that it must not have, or of which one is enough, do not count. */
function needed(selector: string): string[] {
  let rest = selector;
  for (let group = innermost.exec(rest); group; group = innermost.exec(rest)) {
    const [whole, name, inside = ''] = group;
    rest = rest.replace(whole, () => (name === 'not' || inside.includes(',') ? '' : inside));
  }
  return rest.match(/(?<=\.)pf-[\w-]+/g) ?? [];
}

/** Removes the rules of unused modifiers from the library's sheets. */
export const withoutUnusedModifiers: Plugin = {
  postcssPlugin: 'without-unused-modifiers',
  Rule(rule) {
    const { selectors } = rule;
    const rest = selectors.filter((selector) => !needed(selector).some(isUnused));
    if (rest.length === 0) rule.remove();
    else if (rest.length < selectors.length) rule.selectors = rest;
  },
  AtRuleExit(rule) {
    if (rule.nodes?.length === 0) rule.remove();
  },
};
