import type { Catalogue } from './catalogue.ts';
import type { Language } from './languages.ts';

const files = {
  account: (language: Language) => import(`./${language}/account.json`, { with: { type: 'json' } }),
  login: (language: Language) => import(`./${language}/login.json`, { with: { type: 'json' } }),
  signup: (language: Language) => import(`./${language}/signup.json`, { with: { type: 'json' } }),
  factor: (language: Language) => import(`./${language}/factor.json`, { with: { type: 'json' } }),
  shop: (language: Language) => import(`./${language}/shop.json`, { with: { type: 'json' } }),
  errors: (language: Language) => import(`./${language}/errors.json`, { with: { type: 'json' } }),
};

/**
 * The texts of the sign-in pages. These pages do not use `loadCatalogue`, because a bundler adds a list of all files that it can import.
 * Without that list the pages stay small.
 */
export const loadPortalWords = async (language: Language, namespace: keyof typeof files): Promise<Catalogue> =>
  (await files[namespace](language)).default;
