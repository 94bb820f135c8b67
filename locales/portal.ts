import type { Catalogue } from './catalogue.ts';
import type { Language } from './index.ts';

/**
 * The words of the pages that everybody loads. They do without `loadCatalogue`, because a bundler lists beside an import
 * every file that it can lead to, and these pages have no use for the list of all words.
 */
export async function loadPortalWords(language: Language, namespace: 'login' | 'signup'): Promise<Catalogue> {
  const file =
    namespace === 'login'
      ? await import(`./${language}/login.json`, { with: { type: 'json' } })
      : await import(`./${language}/signup.json`, { with: { type: 'json' } });
  return file.default;
}
