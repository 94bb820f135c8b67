import { describedTypes, providerCategories } from './index.ts';
import { terms } from './terms.ts';

const column = (index: 0 | 1) => Object.fromEntries(Object.entries(terms).map(([term, words]) => [term, words[index]]));

const offered = providerCategories.flatMap((category) =>
  describedTypes[category].flatMap(({ type, about }) => (about ? [[`${category} ${type}`, about]] : [])),
);

/** The words of the descriptions, for the locale files. */
export const providerWords = { labels: column(0), help: column(1), types: Object.fromEntries(offered) };
