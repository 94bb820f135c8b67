import { createInstance } from 'i18next';
import { loadCatalogue } from './catalogue.ts';
import { type Language, languages, sourceLanguage } from './languages.ts';

/** The text of the first key that has one, filled with values. `count` and `context` also choose one of its forms. */
export type Say = (key: string | readonly string[], values?: Readonly<Record<string, unknown>>) => string;

/** Finds and fills the texts that the server writes. English is complete, so it replaces missing texts of other languages. */
const translator = createInstance();
translator.init({
  resources: {},
  supportedLngs: [...languages],
  fallbackLng: sourceLanguage,
  // Values such as addresses are no keys, and each text says where it is escaped.
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** Adds the texts of a namespace, for texts that are needed at once. */
export const addTexts = (language: Language, namespace: string, texts: object): void => {
  translator.addResourceBundle(language, namespace, texts);
};

export function sayIn(language: string, namespaces: string | readonly string[]): Say {
  const find = translator.getFixedT(language, namespaces);
  return (key, values = {}) =>
    find(key as string | string[], { ...values, ...('count' in values && { count: Number(values.count) }) });
}

/** The texts of some namespaces. The first use in a language loads them. */
export async function textsIn(language: Language, ...namespaces: readonly string[]): Promise<Say> {
  for (const spoken of new Set<Language>([language, sourceLanguage]))
    for (const namespace of namespaces)
      if (!translator.hasResourceBundle(spoken, namespace))
        addTexts(spoken, namespace, await loadCatalogue(spoken, namespace));
  return sayIn(language, namespaces);
}
