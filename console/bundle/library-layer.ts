import type { Plugin } from 'vite';

/** In a layer, the library's rules lose to the console's own, whichever file comes first. Files have no fixed order. */
export const libraryLayer: Plugin = {
  name: 'library-layer',
  enforce: 'pre',
  transform: (css, id) =>
    /\/@patternfly\/.*\.css$/.test(id) ? `@layer library {\n${css.replace(/^@charset "[^"]*";/i, '')}\n}` : undefined,
};
