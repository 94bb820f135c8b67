import { loadWords } from 'virtual:words';
import { type Language, sourceLanguage } from '@doorwright/locales';
import type { Catalogue } from '@doorwright/locales/catalogue.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { isTestLanguage, preferredLanguage, setPageLanguage } from './language.ts';
import { takeLanguageOfAddress } from './language-of-address.ts';

/** The language of the page. Another one reloads the page. */
export let language: Language = sourceLanguage;

const loaded: Record<string, Catalogue> = {};
const loading = new Map<string, Promise<void>>();

/** Pages can request texts before the language is known. */
const { promise: started, resolve: start } = Promise.withResolvers<void>();

async function load(namespace: string): Promise<void> {
  await started;
  const words = await loadWithRetry(() => loadWords(language, namespace));
  loaded[namespace] = isTestLanguage() ? (await import('./mirrored.ts')).mirrored(words) : words;
}

export const hasWords = (namespace: string): boolean => namespace in loaded;

/** Loads a namespace once. A failed load is tried again by the next caller. */
export function wordsOf(namespace: string): Promise<void> {
  let words = loading.get(namespace);
  if (!words) {
    words = load(namespace);
    loading.set(namespace, words);
    words.catch(() => loading.delete(namespace));
  }
  return words;
}

/** Texts that fail to load stop the page. Their keys would tell a reader nothing. */
export async function needWords(namespaces: readonly string[]): Promise<void> {
  await Promise.all(namespaces.map(wordsOf));
}

export async function startWords(namespaces: readonly string[]): Promise<void> {
  takeLanguageOfAddress();
  language = preferredLanguage();
  setPageLanguage(language);
  start();
  await needWords(namespaces);
}

/** The text of a key such as `fields.name`. A key may itself contain dots. */
function textIn(catalogue: Catalogue, key: string): string | undefined {
  const own = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
  if (typeof own === 'string') return own;
  for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
    const [first, rest] = [key.slice(0, dot), key.slice(dot + 1)];
    const below = Object.hasOwn(catalogue, first) ? catalogue[first] : undefined;
    const text = typeof below === 'object' ? textIn(below, rest) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

export const textOf = (namespace: string, key: string): string | undefined => textIn(loaded[namespace] ?? {}, key);
