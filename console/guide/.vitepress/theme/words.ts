import type english from '../../../../locales/en/guide.json';

const files = import.meta.glob<typeof english>('../../../../locales/*/guide.json', { eager: true, import: 'default' });

/** The words of the guide's frame in the language of a page. */
export const wordsIn = (language: string): typeof english =>
  (files[`../../../../locales/${language}/guide.json`] ?? files['../../../../locales/en/guide.json']) as typeof english;
