import type { Catalogue } from './catalogue.ts';
import type { Language } from './index.ts';

const files = {
  login: (language: Language) => import(`./${language}/login.json`, { with: { type: 'json' } }),
  signup: (language: Language) => import(`./${language}/signup.json`, { with: { type: 'json' } }),
  errors: (language: Language) => import(`./${language}/errors.json`, { with: { type: 'json' } }),
};

/**
 * The words of the pages that everybody loads. They do without `loadCatalogue`, because a bundler lists beside an import
 * every file that it can lead to, and these pages have no use for the list of all words.
 */
export const loadPortalWords = async (language: Language, namespace: keyof typeof files): Promise<Catalogue> =>
  (await files[namespace](language)).default;
