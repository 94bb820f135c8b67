import type login from '@doorwright/locales/en/login.json';
import type signup from '@doorwright/locales/en/signup.json';
import { filled, keyOf, type Language } from '@doorwright/locales/languages.ts';
import { loadPortalWords } from '@doorwright/locales/portal.ts';
import type { CallError } from '../http/exchange.ts';
import { words as brought } from './answered.ts';

/** `login` is the words of the frame and of signing in; `signup` those of becoming a user and of a lost password. */
export type Namespace = 'login' | 'signup';

export type Word = keyof typeof login | keyof typeof signup;

/** A sentence of the page's own, which is told in whatever language it speaks by then. */
export interface Told {
  word: Word;
  values?: Readonly<Record<string, string | number | Error>>;
}

/** What went wrong says what it says, or what the server said. */
export type Sentence = string | Told | Error;

/** The words of the page: read before it is drawn. */
const words: Partial<Record<Word, string>> = { ...brought };

/** What the server says by its codes: read once the page speaks another language than it was asked in. */
let errors: Readonly<Record<string, string>> = {};

/** What the page itself says of calls that went wrong. */
const ownWords: Readonly<Record<string, Word>> = {
  unreachable: 'failedToConnect',
  'plain-credentials': 'insecureLine',
};

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
  const catalogues = Promise.all(
    ([...needed, 'errors'] as const).map((namespace) => loadPortalWords(language, namespace)),
  );
  loading = catalogues.catch(() => {});
  const mine = loading;
  const loaded = await catalogues;
  if (mine !== loading) return false;
  errors = loaded.pop() as typeof errors;
  Object.assign(words, ...loaded);
  return true;
}

/** Names that are read from right to left keep their marks and numbers to themselves. */
export const isolated = (value: string | number): string | number =>
  /[\u0590-\u08ff]/.test(String(value)) ? `\u2068${value}\u2069` : value;

/** The text of a key in the language of the page, with its values filled in. */
export const t = (key: Word, values: Readonly<Record<string, string | number>> = {}): string =>
  filled(words[key] ?? key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)])));

const isFilledBy = (text: string, params: object) =>
  [...text.matchAll(/\{\{(\w+)/g)].every(([, name = '']) => name in params);

/** What went wrong, in the language of the page, where that is known by its code; else as it was told. */
function mistakeSaid(mistake: Error): string {
  const { code = '', params = {}, message } = mistake as Partial<CallError> & Error;
  const own = ownWords[code];
  if (own) return t(own, params);
  const text = errors[keyOf(document.documentElement.lang as Language, code, params)];
  return text && isFilledBy(text, params) ? filled(text, params) : message;
}

export function said(sentence: Sentence): string {
  if (typeof sentence === 'string') return sentence;
  if (sentence instanceof Error) return mistakeSaid(sentence);
  const values = Object.entries(sentence.values ?? {}).map(([name, value]) => [
    name,
    value instanceof Error ? mistakeSaid(value) : value,
  ]);
  return t(sentence.word, Object.fromEntries(values));
}

/** The form of a text for a number, as the grammar of the language has it: `codeAgain_one`, `codeAgain_other`. */
export const counted = (stem: 'codeAgain', count: number): string =>
  t(`${stem}_${new Intl.PluralRules(document.documentElement.lang).select(count)}` as Word, { count });
