import type account from '@doorwright/locales/en/account.json';
import type factor from '@doorwright/locales/en/factor.json';
import type login from '@doorwright/locales/en/login.json';
import type shop from '@doorwright/locales/en/shop.json';
import type signup from '@doorwright/locales/en/signup.json';
import { filled, keyOf, type Language } from '@doorwright/locales/languages.ts';
import { loadPortalWords } from '@doorwright/locales/portal.ts';
import type { CallError } from '../shared/exchange.ts';
import { words as brought } from './first-answers.ts';

/**
 * `login` has the words of the frame and of sign-in, `signup` those of sign-up and recovery, `factor` those of second factors,
 * `account` those of the account page, `shop` those of products and orders.
 */
export type Namespace = 'login' | 'signup' | 'factor' | 'account' | 'shop';

export type Word =
  | keyof typeof login
  | keyof typeof signup
  | keyof typeof factor
  | keyof typeof account
  | keyof typeof shop;

/** A sentence of the page, kept as a key and shown in the present language. */
export interface Told {
  word: Word;
  values?: Readonly<Record<string, string | number | Error>>;
}

/** A sentence, or an error with its message. */
export type Sentence = string | Told | Error;

/** The words of the page. They are loaded before it is drawn. */
const words: Partial<Record<Word, string>> = { ...brought };

/** The server's messages by code. They are loaded when the page changes its language. */
let errors: Readonly<Record<string, string>> = {};

/** The page's own words for failed calls. */
const ownWords: Readonly<Record<string, Word>> = {
  unreachable: 'failedToConnect',
  'plain-credentials': 'insecureLine',
};

let loading: Promise<unknown> = Promise.resolve();
let needed: readonly Namespace[] = [];

export const wordsAreLoaded = () => loading;

export async function loadWords(language: Language, namespaces: readonly Namespace[]): Promise<void> {
  needed = [...new Set([...needed, ...namespaces])];
  const catalogues = Promise.all(namespaces.map((namespace) => loadPortalWords(language, namespace)));
  loading = catalogues;
  Object.assign(words, ...(await catalogues));
}

/** Loads the words of the page in another language. Of two loads at once, the later one counts. */
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

/** Isolates text from right to left, so that it does not move the text around it. */
export const isolated = (value: string | number): string | number =>
  /[\u0590-\u08ff]/.test(String(value)) ? `\u2068${value}\u2069` : value;

/** The text of a key in the language of the page, with its values filled in. */
export const t = (key: Word, values: Readonly<Record<string, string | number>> = {}): string =>
  filled(words[key] ?? key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)])));

const isFilledBy = (text: string, params: object) =>
  [...text.matchAll(/\{\{(\w+)/g)].every(([, name = '']) => name in params);

/** The message of an error in the language of the page, if its code is known. Otherwise its own message. */
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

/** The text for a number, by the plural rules of the language: `codeAgain_one`, `codeAgain_other`. */
export const counted = (stem: 'codeAgain', count: number): string =>
  t(`${stem}_${new Intl.PluralRules(document.documentElement.lang).select(count)}` as Word, { count });
