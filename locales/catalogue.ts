import type { Language } from './index.ts';

/** One file of words: texts by key, and texts of a kind's fields one or two levels down. */
export interface Catalogue {
  [key: string]: string | Catalogue;
}

/** The words of a namespace, loaded when they are first asked for: `errors`, `common`, or the name of a kind. */
export async function loadCatalogue(language: Language, namespace: string): Promise<Catalogue> {
  const file = await import(`./${language}/${namespace}.json`, { with: { type: 'json' } });
  return file.default;
}
