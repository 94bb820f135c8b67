import de from './de/errors.json' with { type: 'json' };
import deProblems from './de/problems.json' with { type: 'json' };
import en from './en/errors.json' with { type: 'json' };
import enProblems from './en/problems.json' with { type: 'json' };
import fr from './fr/errors.json' with { type: 'json' };
import frProblems from './fr/problems.json' with { type: 'json' };
import ja from './ja/errors.json' with { type: 'json' };
import jaProblems from './ja/problems.json' with { type: 'json' };
import ko from './ko/errors.json' with { type: 'json' };
import koProblems from './ko/problems.json' with { type: 'json' };
import { type Language, languages, type Params } from './languages.ts';
import ru from './ru/errors.json' with { type: 'json' };
import ruProblems from './ru/problems.json' with { type: 'json' };
import { addTexts, sayIn } from './translator.ts';
import zh from './zh/errors.json' with { type: 'json' };
import zhProblems from './zh/problems.json' with { type: 'json' };

export { closestLanguage, filled, type Language, languages, sourceLanguage } from './languages.ts';

type Texts = Record<Language, Readonly<Record<string, string>>>;

const errors: Texts = { en, zh, fr, de, ja, ko, ru };
const problems: Texts = {
  en: enProblems,
  zh: zhProblems,
  fr: frProblems,
  de: deProblems,
  ja: jaProblems,
  ko: koProblems,
  ru: ruProblems,
};

/** A problem of one field of a request. */
export type ProblemCode = keyof typeof enProblems;

/** The code of a problem by its English text. zod reports the text of a model's pattern without a code. */
export const problemSaid = (english: string): ProblemCode | undefined =>
  (Object.keys(enProblems) as ProblemCode[]).find((code) => enProblems[code] === english);

for (const language of languages) {
  addTexts(language, 'errors', errors[language]);
  addTexts(language, 'problems', problems[language]);
}

/** The text for the code of an error or problem. Errors and problems have no code in common. */
export const messageOf = (language: string, code: string, params: Params = {}): string =>
  sayIn(language, ['errors', 'problems'])(code, params);
