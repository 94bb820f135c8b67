import type { Catalogue } from '@doorwright/locales/catalogue.ts';

const accented: Record<string, string> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ø', S: 'Š', U: 'Ú', Y: 'Ý', Z: 'Ž' },
};

/** Makes each text a third longer, like the longest of the languages. */
const padding = (text: string) => '·'.repeat(Math.ceil(text.length / 3));

const pseudoText = (text: string) => {
  const letters = text.replaceAll(/\{\{[^{}]+\}\}|[A-Za-z]/g, (part) => accented[part] ?? part);
  return `[${letters}${padding(text)}]`;
};

/**
 * Texts that look foreign and stay readable. On a page in this language, plain English shows a text outside the locale files. A missing
 * bracket shows a text that is cut off, and a bracket inside a sentence shows a sentence of several texts.
 */
export function pseudo(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudo(value),
    ]),
  );
}
