import { isLanguage, languageKey, testLanguage } from './language.ts';

/** A link can set the language with `?language=fr`. The browser then keeps it as the user's choice. */
export function takeLanguageOfAddress(): void {
  const url = new URL(location.href);
  const asked = url.searchParams.get(languageKey);
  if (!asked || !(isLanguage(asked) || asked === testLanguage)) return;
  localStorage.setItem(languageKey, asked);
  url.searchParams.delete(languageKey);
  history.replaceState(null, '', url);
}
