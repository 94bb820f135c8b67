import { loadCatalogue } from './catalogue.ts';
import enProblems from './en/problems.json' with { type: 'json' };
import { languages, type Params } from './languages.ts';
import { addTexts, sayIn } from './translator.ts';

export { closestLanguage, filled, type Language, languages, sourceLanguage } from './languages.ts';

/** A problem of one field of a request. */
export type ProblemCode = keyof typeof enProblems;

/** The code of a problem by its English text. zod reports the text of a model's pattern without a code. */
export const problemSaid = (english: string): ProblemCode | undefined =>
  (Object.keys(enProblems) as ProblemCode[]).find((code) => enProblems[code] === english);

for (const language of languages)
  for (const namespace of ['errors', 'problems'])
    addTexts(language, namespace, await loadCatalogue(language, namespace));

/** The text for the code of an error or problem. Errors and problems have no code in common. */
export const messageOf = (language: string, code: string, params: Params = {}): string =>
  sayIn(language, ['errors', 'problems'])(code, params);
