import { closestLanguage, type Language, languages, sourceLanguage } from '@doorwright/locales/languages.ts';
import { setServerCookie } from '../browser/server-cookie.ts';

export const languageKey = 'language';

export const languageNames: Record<Language, string> = {
  en: 'English',
  zh: '简体中文',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
  ko: '한국어',
  ru: 'Русский',
};

export const isLanguage = (text: string | null | undefined): text is Language => languages.includes(text as Language);

/** The language: the user's earlier choice, then the client's (`ui_locales`), then the browser's, then English. */
export function preferredLanguage(asked = ''): Language {
  const stored = localStorage.getItem(languageKey);
  if (isLanguage(stored)) return stored;
  const tags = [...asked.split(' '), ...navigator.languages];
  const closest = tags.map((tag) => closestLanguage(tag, languages));
  return closest.find((language) => language !== undefined) ?? sourceLanguage;
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
