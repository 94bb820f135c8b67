import type { Catalogue } from '@doorwright/locales/catalogue.ts';

const accented: Record<string, string> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ø', S: 'Š', U: 'Ú', Y: 'Ý', Z: 'Ž' },
};

/** A third longer, as the longest of our languages are; even a single word gets some of it. */
const padding = (text: string) => '·'.repeat(Math.ceil(text.length / 3));

const pseudoText = (text: string) => {
  const letters = text.replaceAll(/\{\{[^{}]+\}\}|[A-Za-z]/g, (part) => accented[part] ?? part);
  return `[${letters}${padding(text)}]`;
};

/**
 * Words that look foreign and can still be read. On a page in this language plain English is a text that nobody can
 * translate, a missing bracket is one that was cut off, and a bracket inside a sentence is one glued together.
 */
export function pseudo(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudo(value),
    ]),
  );
}
