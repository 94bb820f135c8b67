import type { Language } from '@doorwright/locales';
import { use } from 'react';
import { hasWords, language, wordsOf } from './catalogues.ts';
import { type Translate, translateIn } from './translate.ts';

const translates = new Map<string, Translate>();

/** One function for each namespace, so that effects may depend on it. */
function translateOf(namespaces: readonly string[]): Translate {
  const key = namespaces.join();
  const known = translates.get(key) ?? translateIn(...namespaces);
  translates.set(key, known);
  return known;
}

/** The texts of some namespaces in the language of the page. A component waits for a namespace that has not loaded. */
export function useTranslation(namespaces: string | readonly string[] = 'common'): {
  t: Translate;
  language: Language;
} {
  const list = [namespaces].flat();
  for (const each of list) if (!hasWords(each)) use(wordsOf(each));
  return { t: translateOf(list), language };
}
