import de from './de/errors.json' with { type: 'json' };
import en from './en/errors.json' with { type: 'json' };
import fr from './fr/errors.json' with { type: 'json' };
import ja from './ja/errors.json' with { type: 'json' };
import ko from './ko/errors.json' with { type: 'json' };
import ru from './ru/errors.json' with { type: 'json' };
import zh from './zh/errors.json' with { type: 'json' };

export const languages = ['en', 'zh', 'fr', 'de', 'ja', 'ko', 'ru'] as const;
export type Language = (typeof languages)[number];

/** English is complete by construction: what another language lacks is told in it. */
export const sourceLanguage = 'en' satisfies Language;

const errors: Record<Language, Readonly<Record<string, string>>> = { en, zh, fr, de, ja, ko, ru };

const isLanguage = (language: string): language is Language => Object.hasOwn(errors, language);

/** Puts the parameters where the text names them, as `{{name}}`. */
export const filled = (text: string, params: Readonly<Record<string, string | number>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** The words for an error code. */
export function messageOf(
  language: string,
  code: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const words = errors[isLanguage(language) ? language : sourceLanguage];
  return filled(words[code] ?? errors[sourceLanguage][code] ?? code, params);
}
