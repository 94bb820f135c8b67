import { filled, type Language } from '@doorwright/locales';
import type login from '@doorwright/locales/en/login.json';
import type signup from '@doorwright/locales/en/signup.json';
import { loadPortalWords } from '@doorwright/locales/portal.ts';
import { words as brought } from './answered.ts';

/** `login` is the words of the frame and of signing in; `signup` those of becoming a user and of a lost password. */
export type Namespace = 'login' | 'signup';

export type Word = keyof typeof login | keyof typeof signup;

/** The words of the page: read once before it is drawn, since another language draws the page anew. */
const words: Partial<Record<Word, string>> = { ...brought };

let loading: Promise<unknown> = Promise.resolve();

export const wordsAreLoaded = () => loading;

export async function loadWords(language: Language, namespaces: readonly Namespace[]): Promise<void> {
  const catalogues = Promise.all(namespaces.map((namespace) => loadPortalWords(language, namespace)));
  loading = catalogues;
  Object.assign(words, ...(await catalogues));
}

/** The text of a key in the language of the page, with its values filled in. */
export const t = (key: Word, values: Readonly<Record<string, string | number>> = {}): string =>
  filled(words[key] ?? key, values);

/** The form of a text for a number, as the grammar of the language has it: `codeAgain_one`, `codeAgain_other`. */
export const counted = (stem: 'codeAgain', count: number): string =>
  t(`${stem}_${new Intl.PluralRules(document.documentElement.lang).select(count)}` as Word, { count });
