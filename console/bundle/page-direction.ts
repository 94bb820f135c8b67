import type { Plugin } from 'vite';

const computed = "getComputedStyle(targetElement).getPropertyValue('direction')";
const declared = "targetElement.closest('[dir]')?.dir";

/**
 * PatternFly asks the browser for the direction of its menu and tabs after each render, and the browser calculates the styles of the page
 * to answer. The root of the page names the direction, so a look at the attribute is enough.
 */
export const pageDirection: Plugin = {
  name: 'page-direction',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/react-core/dist/esm/helpers/util.js')) return undefined;
    if (!code.includes(computed)) throw new Error('PatternFly finds the direction of the page in another way now');
    return code.replace(computed, declared);
  },
};
