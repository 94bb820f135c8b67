/// <reference path="./subset-font.d.ts" />
import { readFile } from 'node:fs/promises';
import type { Language } from '@doorwright/locales';
import { LRUCache } from 'lru-cache';
import { type Piece, piecesWith } from './font-pieces.ts';

interface LoadedFont {
  name: string;
  data: Buffer;
  characters: ReadonlySet<number>;
}

/** Fonts of about 100 kB each. The invoices of one language use a few dozen. */
const loaded = new LRUCache<string, Promise<LoadedFont>>({ max: 64 });

const charactersOf = ({ ranges }: Piece): string =>
  ranges
    .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
    .join('');

/** The regular weight of a variable font, as a font that every reader of PDF knows. Most processes never need the packages. */
async function load(piece: Piece): Promise<LoadedFont> {
  const [{ default: subsetFont }, fontkit] = [await import('subset-font'), await import('fontkit')];
  const options = { targetFormat: 'sfnt', variationAxes: { wght: 400 } } as const;
  const data = await subsetFont(await readFile(piece.file), charactersOf(piece), options);
  const font = fontkit.create(data);
  return { name: piece.file, data, characters: new Set('characterSet' in font ? font.characterSet : []) };
}

function fontOf(piece: Piece): Promise<LoadedFont> {
  const before = loaded.get(piece.file);
  if (before) return before;
  const font = load(piece);
  loaded.set(piece.file, font);
  // The next document tries again.
  font.catch(() => loaded.delete(piece.file));
  return font;
}

async function fontFor(character: string, language: Language): Promise<LoadedFont | undefined> {
  for (const piece of piecesWith(character, language)) {
    const font = await fontOf(piece);
    if (font.characters.has(character.codePointAt(0) ?? 0)) return font;
  }
  return undefined;
}

/** A part of a text that one font draws. */
export interface Run {
  font: string;
  text: string;
}

/** The fonts of a document, by the names that its runs have. */
export interface Typeface {
  fonts: ReadonlyMap<string, Buffer>;
  /** Splits a text where the font changes. */
  runsOf: (text: string) => Run[];
}

/** The fonts for some texts. A character that none has becomes the box of the first. */
export async function typefaceFor(texts: readonly string[], language: Language): Promise<Typeface> {
  const byCharacter = new Map<string, LoadedFont>();
  const usual = await fontFor('A', language);
  if (!usual) throw new Error('The fonts of invoices have no letters');
  for (const character of new Set(texts.join('')))
    byCharacter.set(character, (await fontFor(character, language)) ?? usual);
  return {
    fonts: new Map([usual, ...byCharacter.values()].map(({ name, data }) => [name, data])),
    runsOf(text) {
      const runs: Run[] = [];
      for (const character of text) {
        const font = (byCharacter.get(character) ?? usual).name;
        const last = runs.at(-1);
        if (last?.font === font) last.text += character;
        else runs.push({ font, text: character });
      }
      return runs;
    },
  };
}
