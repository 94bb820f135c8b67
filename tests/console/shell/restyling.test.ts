import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

/** The selectors that ask what the content of the page is. A browser looks at them, and at all that depends on them, with each element. */
const askingAll = () =>
  desk.page.evaluate(() => {
    const rulesOf = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...('cssRules' in rule ? rulesOf(rule.cssRules as CSSRuleList) : []),
      ]);
    // What stands directly before `:has(`, also within a group such as `:where(`.
    const owner = /([^\s>+~,()]+)(?=(:\w+\()?:has\()/g;
    const main = document.querySelector('main');
    return [...document.styleSheets]
      .flatMap(({ cssRules }) => rulesOf(cssRules))
      .map(({ selectorText }) => selectorText)
      .filter((selector) =>
        [...selector.matchAll(owner)].some(([compound]) =>
          [...document.querySelectorAll(compound)].some((element) => element.contains(main)),
        ),
      );
  });

test.each(['/users', '/users/built-in/admin'])(
  'an element that comes or goes on %s restyles no others',
  async (path) => {
    const { page, visitor } = desk;
    await page.goto(path);
    await page.locator('main').getByRole('grid').or(page.locator('main form')).first().waitFor();
    await visitor.atRest();
    expect(await askingAll()).toEqual([]);
  },
);
