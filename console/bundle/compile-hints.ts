import type { Plugin } from 'vite';

/** The scripts whose functions most pages call at once. */
const called = ['frame', 'work', 'list', 'editor'];

/** The words of a language may have the name of a script. They have no functions. */
const isWords = (id: string) => id.includes('virtual:words') || id.endsWith('.json');

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Tells Chrome and Edge to compile all functions of a script while it arrives, beside the page. Otherwise the page stops at the
 * first call of each function, a thousand times for a list. Other browsers read a comment.
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && called.includes(file.name) && !file.moduleIds.every(isWords))
          file.code = hint + file.code;
    },
  },
};
