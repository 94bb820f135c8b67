import { filled, type Language } from '@doorwright/locales';
import type login from '@doorwright/locales/en/login.json';
import type signup from '@doorwright/locales/en/signup.json';
import { loadPortalWords } from '@doorwright/locales/portal.ts';
import { words as brought } from './answered.ts';

/** `login` is the words of the frame and of signing in; `signup` those of becoming a user and of a lost password. */
export type Namespace = 'login' | 'signup';

export type Word = keyof typeof login | keyof typeof signup;

/** A sentence of the page's own, which is told in whatever language it speaks by then. */
export interface Told {
  word: Word;
  values?: Readonly<Record<string, string | number>>;
}

/** One of the server stays as it was told. */
export type Sentence = string | Told;

/** The words of the page: read before it is drawn. */
const words: Partial<Record<Word, string>> = { ...brought };

let loading: Promise<unknown> = Promise.resolve();
let needed: readonly Namespace[] = [];

export const wordsAreLoaded = () => loading;

export async function loadWords(language: Language, namespaces: readonly Namespace[]): Promise<void> {
  needed = namespaces;
  const catalogues = Promise.all(namespaces.map((namespace) => loadPortalWords(language, namespace)));
  loading = catalogues;
  Object.assign(words, ...(await catalogues));
}

/** The words that the page needs, in another language; of two that were asked for, the later one counts. */
export async function loadOtherWords(language: Language): Promise<boolean> {
  const catalogues = Promise.all(needed.map((namespace) => loadPortalWords(language, namespace)));
  loading = catalogues.catch(() => {});
  const mine = loading;
  const loaded = await catalogues;
  if (mine !== loading) return false;
  Object.assign(words, ...loaded);
  return true;
}

/** The text of a key in the language of the page, with its values filled in. */
export const t = (key: Word, values: Readonly<Record<string, string | number>> = {}): string =>
  filled(words[key] ?? key, values);

export const said = (sentence: Sentence): string =>
  typeof sentence === 'string' ? sentence : t(sentence.word, sentence.values);

/** The form of a text for a number, as the grammar of the language has it: `codeAgain_one`, `codeAgain_other`. */
export const counted = (stem: 'codeAgain', count: number): string =>
  t(`${stem}_${new Intl.PluralRules(document.documentElement.lang).select(count)}` as Word, { count });
