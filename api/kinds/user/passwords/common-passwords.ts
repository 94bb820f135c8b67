import { createRequire } from 'node:module';

type Package = typeof import('@zxcvbn-ts/language-common');

const require = createRequire(import.meta.url);

let known: ReadonlySet<string> | undefined;

/** The package lists 49,000 passwords. All of them count, because other lists have another order. */
function readList(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as Package;
  return new Set((dictionary['passwords-common'] as string[]).map((each) => each.toLowerCase()));
}

/** The shortest prefix whose repetition gives the text. */
export const shortestRepetition = (text: string) =>
  text.slice(0, [...text.slice(1)].findIndex((_, index) => text.startsWith(text.slice(index + 1))) + 1) || text;

const shortPiece = 4;
const series = ['0123456789'.repeat(3), 'abcdefghijklmnopqrstuvwxyz'];

/** A short piece repeated, or characters in order. The package's list omits these, and attackers try them. */
const isPattern = (text: string) =>
  shortestRepetition(text).length <= shortPiece || series.some((each) => each.includes(text));

/** Tells whether a password is common, in any case, forwards or backwards. The list is loaded on first use. */
export function isCommonPassword(password: string): boolean {
  known ??= readList();
  const folded = password.toLowerCase();
  const backwards = [...folded].reverse().join('');
  return [folded, backwards].some((each) => known?.has(each) || isPattern(each));
}
