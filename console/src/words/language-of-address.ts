import { isLanguage, languageKey } from './language.ts';

/** A link can bring a language along, as `?language=fr`; it counts as chosen here. */
export function takeLanguageOfAddress(): void {
  const url = new URL(location.href);
  const asked = url.searchParams.get(languageKey);
  if (!isLanguage(asked)) return;
  localStorage.setItem(languageKey, asked);
  url.searchParams.delete(languageKey);
  history.replaceState(null, '', url);
}
