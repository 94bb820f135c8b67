import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '@doorwright/locales';
import { LRUCache } from 'lru-cache';

const require = createRequire(import.meta.url);

type Family = 'noto-sans' | 'noto-sans-sc' | 'noto-sans-jp' | 'noto-sans-kr';

/** Each package lists its files with the characters of each. The names stand here in full, so that the image keeps the packages. */
const manifests: Readonly<Record<Family, () => string>> = {
  'noto-sans': () => require.resolve('@fontsource-variable/noto-sans/unicode.json'),
  'noto-sans-sc': () => require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-jp': () => require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': () => require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
};

/** A file with a part of a family's characters. */
export interface Piece {
  file: string;
  ranges: readonly { first: number; last: number }[];
}

/** `U+4e00-4eff,U+3001` */
const rangesOf = (text: string): Piece['ranges'] =>
  text.split(',').map((range) => {
    const [first = 0, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((each) => Number.parseInt(each, 16));
    return { first, last };
  });

const known = new Map<Family, readonly Piece[]>();

function piecesOf(family: Family): readonly Piece[] {
  const before = known.get(family);
  if (before) return before;
  const manifest = manifests[family]();
  const pieces = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>).map(
    ([name, ranges]) => ({
      file: join(dirname(manifest), 'files', `${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: rangesOf(ranges),
    }),
  );
  known.set(family, pieces);
  return pieces;
}

/** Scripts write some characters in their own way, so the family of the language's script comes first. */
const orders: Readonly<Record<string, readonly Family[]>> = {
  Jpan: ['noto-sans', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'],
  Kore: ['noto-sans', 'noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc'],
};
const usual: readonly Family[] = ['noto-sans', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

/** Documents have few different characters, and there are hundreds of files. */
const remembered = new LRUCache<string, readonly Piece[]>({ max: 5_000 });

/** The files that say they have a character, the best first. The list of a package names a few that its files lack. */
export function piecesWith(character: string, language: Language): readonly Piece[] {
  const key = `${language} ${character}`;
  const before = remembered.get(key);
  if (before) return before;
  const code = character.codePointAt(0) ?? 0;
  const all = (orders[new Intl.Locale(language).maximize().script ?? ''] ?? usual).flatMap(piecesOf);
  const found = all.filter(({ ranges }) => ranges.some((range) => range.first <= code && code <= range.last));
  remembered.set(key, found);
  return found;
}
