import { loadWords } from 'virtual:words';
import { type Language, sourceLanguage } from '@doorwright/locales/languages.ts';
import { createInstance } from 'i18next';
import { isTestLanguage, preferredLanguage, setPageLanguage } from '../../shared/language.ts';
import { takeLanguageOfAddress } from '../../shared/language-of-address.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';

/** The language of the page. Another one reloads the page. */
export let language: Language = sourceLanguage;

/** Finds and fills the texts. It gets them from here, because its own loader never tries a failed file again. */
export const i18n = createInstance();

const loading = new Map<string, Promise<void>>();

/** Pages can request texts before the language is known. */
const { promise: started, resolve: start } = Promise.withResolvers<void>();

async function load(namespace: string): Promise<void> {
  await started;
  const words = await loadWithRetry(() => loadWords(language, namespace));
  i18n.addResourceBundle(
    language,
    namespace,
    isTestLanguage() ? (await import('./mirrored.ts')).mirrored(words) : words,
  );
}

export const hasWords = (namespace: string): boolean => i18n.hasResourceBundle(language, namespace);

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
  await i18n.init({ lng: language, resources: {}, defaultNS: 'common', interpolation: { escapeValue: false } });
  start();
  await needWords(namespaces);
}
