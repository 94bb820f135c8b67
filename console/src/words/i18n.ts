import { loadWords } from 'virtual:words';
import { type Language, sourceLanguage } from '@doorwright/locales';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { isTestLanguage, preferredLanguage, setPageLanguage } from './language.ts';
import { takeLanguageOfAddress } from './language-of-address.ts';

const catalogues: BackendModule = {
  type: 'backend',
  init() {},
  async read(language, namespace) {
    const words = await loadWithRetry(() => loadWords(language as Language, namespace));
    return isTestLanguage() ? (await import('./mirrored.ts')).mirrored(words) : words;
  },
};

/** Pages can request texts before they have loaded. */
const { promise: started, resolve: start } = Promise.withResolvers<void>();

/** Texts that fail to load stop the page. i18next would show their keys instead. */
export async function needWords(namespaces: readonly string[]): Promise<void> {
  await started;
  await i18next.loadNamespaces(namespaces);
  const missing = namespaces.find((each) => !i18next.hasResourceBundle(i18next.language, each));
  if (missing) throw new Error(`The module of the words ${missing} did not come`);
}

export async function startWords(namespaces: readonly string[]): Promise<void> {
  takeLanguageOfAddress();
  const language = preferredLanguage();
  setPageLanguage(language);
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: sourceLanguage,
      ns: [...namespaces],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    });
  start();
  await needWords(namespaces);
}
