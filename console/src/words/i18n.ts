import { type Language, sourceLanguage } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferredLanguage } from './language.ts';
import { takeLanguageOfAddress } from './language-of-address.ts';

const catalogues: BackendModule = {
  type: 'backend',
  init() {},
  read: (language, namespace) => loadCatalogue(language as Language, namespace),
};

export async function startWords(namespaces: readonly string[]): Promise<void> {
  takeLanguageOfAddress();
  const language = preferredLanguage();
  document.documentElement.lang = language;
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
}
