import { closestLanguage, type Language, languages, sourceLanguage } from '@doorwright/locales/languages.ts';
import { setServerCookie } from './server-cookie.ts';

export const languageKey = 'language';

/** English from right to left, for tests. No menu offers it: `?language=en-x-rtl` chooses it. */
export const testLanguage = 'en-x-rtl';

export const isTestLanguage = (): boolean => localStorage.getItem(languageKey) === testLanguage;

const fromRightToLeft = ['ar', 'fa', 'he', 'ur'];

/** Tells the browser the language of the page and its direction. */
export function setPageLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = isTestLanguage() || fromRightToLeft.includes(language) ? 'rtl' : 'ltr';
}

export const isLanguage = (text: string | null | undefined): text is Language => languages.includes(text as Language);

/** The language: the user's earlier choice, then the client's (`ui_locales`), then the browser's, then English. */
export function preferredLanguage(asked = ''): Language {
  const stored = localStorage.getItem(languageKey);
  if (isLanguage(stored)) return stored;
  if (isTestLanguage()) return sourceLanguage;
  const tags = [...asked.split(' '), ...navigator.languages];
  for (const tag of tags) {
    const language = closestLanguage(tag, languages);
    if (language) return language;
  }
  return sourceLanguage;
}

export const tellLanguage = (language: Language): void => setServerCookie(languageKey, language);

export function rememberLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
  tellLanguage(language);
}

/** Reloads the page, so that texts of the server change too. */
export function chooseLanguage(language: Language): void {
  rememberLanguage(language);
  location.reload();
}
