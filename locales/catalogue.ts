import type { Language } from './languages.ts';

/** One file of texts by key. The texts of a kind's fields are one or two levels down. */
export interface Catalogue {
  [key: string]: string | Catalogue;
}

/** The texts of a namespace, loaded on first use. A namespace is `errors`, `common` or the like, or the name of a kind. */
export async function loadCatalogue(language: Language, namespace: string): Promise<Catalogue> {
  const file = await import(`./${language}/${namespace}.json`, { with: { type: 'json' } });
  return file.default;
}
