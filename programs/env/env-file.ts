import type { ProgramValues } from '../stack.ts';
import { namedValues } from './named-values.ts';
import type { Quote } from './quotes.ts';

// No address and no credential has one, and each could begin a line of its own.
const control = /\p{Cc}|[\u2028\u2029]/u;

/** One line for each value. A value that cannot be written is left out with a comment: a changed one would be wrong. */
export const envFile =
  (quote: Quote, prefix = '') =>
  (values: ProgramValues): string =>
    namedValues(values, prefix)
      .map(([name, value]) => {
        const quoted = control.test(value) ? undefined : quote(value);
        return quoted === undefined ? `# ${name}: this file has no way to write its value.\n` : `${name}=${quoted}\n`;
      })
      .join('');
