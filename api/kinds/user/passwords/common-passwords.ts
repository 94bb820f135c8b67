import { createRequire } from 'node:module';

type Package = typeof import('@zxcvbn-ts/language-common');

const require = createRequire(import.meta.url);
const name = '@zxcvbn-ts/language-common';

let known: ReadonlySet<string> | undefined;

/** The package keeps 49,000, the commonest first. Lists differ in their order, so all of them count. */
function readList(): ReadonlySet<string> {
  const { dictionary } = require(name) as Package;
  return new Set((dictionary['passwords-common'] as string[]).map((each) => each.toLowerCase()));
}

/** The shortest beginning that, written again and again, goes on as the text does. */
export const repeatedIn = (text: string) =>
  text.slice(0, [...text.slice(1)].findIndex((_, index) => text.startsWith(text.slice(index + 1))) + 1) || text;

const shortPiece = 4;
const series = ['0123456789'.repeat(3), 'abcdefghijklmnopqrstuvwxyz'];

/** A short piece again and again, or signs in their order: the package leaves these to other rules, and attackers do not. */
const isPattern = (text: string) => repeatedIn(text).length <= shortPiece || series.some((each) => each.includes(text));

/** Is this among the 10,000 commonest passwords, whatever its capitals, forwards or backwards? The list is read with the first question. */
export function isCommonPassword(password: string): boolean {
  known ??= readList();
  const folded = password.toLowerCase();
  const backwards = [...folded].reverse().join('');
  return [folded, backwards].some((each) => known?.has(each) || isPattern(each));
}
