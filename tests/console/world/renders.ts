import type { Page } from 'playwright-core';

/** The work of React since the last count. */
export interface Renders {
  /** How often React changed the page. */
  commits: number;
  /** How many components ran for that. */
  components: number;
}

/**
 * React reports each commit to the browser's developer tools. This stands in their place. As they do, it follows the parts of the tree that
 * the commit has replaced, and counts the components in them that ran.
 */
const reporter = `(() => {
  const ran = 1;
  const components = new Set([0, 1, 11, 14, 15]);
  const counts = { commits: 0, components: 0 };
  function count(next, before) {
    if (components.has(next.tag) && (!before || next.flags & ran)) counts.components++;
    if (before && next.child === before.child) return;
    for (let child = next.child; child; child = child.sibling) count(child, before ? child.alternate : null);
  }
  window.renders = counts;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    checkDCE() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_renderer, { current }) {
      counts.commits++;
      count(current, current.alternate);
    },
  };
})()`;

/** Counts on every page that is opened from now on. */
export const countRenders = (page: Page): Promise<unknown> => page.addInitScript(reporter);

/** Takes the counts, and begins again with zero. */
export const takeRenders = (page: Page): Promise<Renders> =>
  page.evaluate<Renders>(
    '(({ ...taken }) => (Object.assign(window.renders, { commits: 0, components: 0 }), taken))(window.renders)',
  );
