import { type Language, languages, sourceLanguage } from '@doorwright/locales/languages.ts';

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

/** The one chosen here before, else one that a client asks for (`ui_locales`), else the browser's, else English. */
export function preferredLanguage(asked = ''): Language {
  const stored = localStorage.getItem(languageKey);
  if (isLanguage(stored)) return stored;
  const tags = [...asked.split(' '), ...navigator.languages];
  return tags.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? sourceLanguage;
}

/** Tells the server, which draws the first of a page, what this browser cannot tell it otherwise. */
export function tellLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is only there on secure lines
  document.cookie = `${languageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
  tellLanguage(language);
}

/** The page is loaded anew, so that what the server said in the old language goes too. */
export function chooseLanguage(language: Language): void {
  rememberLanguage(language);
  location.reload();
}
