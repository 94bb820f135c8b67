import type { Catalogue } from '@doorwright/locales/catalogue.ts';

/** Marks each text as one from right to left, and isolates the values in it. */
const turned = (text: string) => `\u202e${text.replaceAll(/\{\{[^}]+\}\}/g, '\u2068$&\u2069')}\u202c`;

/** The words of the test language. */
export const mirrored = (words: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(words).map(([key, word]) => [key, typeof word === 'string' ? turned(word) : mirrored(word)]),
  );
