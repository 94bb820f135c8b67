import { randomInt } from 'node:crypto';

/** Numbers that a seed repeats (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const dangerous = [
  ...[']]>', '<![CDATA[', '<!--', '-->', '<?x ?>', '&', '&amp;', '&#x0;', '&lt;', '<', '>', '"', "'", '\u2028'],
  ...['</saml:AttributeValue>', '</saml:NameID><x/>', '</cas:user>', '</script>', '{{x}}', '%s', '\\'],
  ...['\ufffe', '\uffff', '😀', 'é', '\u0085', '\u007f', 'x', ' '],
];

/** Texts with markup, quotes and control characters, from a random seed that a failure names. */
export function hostileTexts({ hasControls = true }: { hasControls?: boolean } = {}) {
  const seed = randomInt(2 ** 31);
  console.log(`seed ${seed}`);
  const number = numbersFrom(seed);
  const piece = () =>
    hasControls && number(2) ? String.fromCharCode(1 + number(31)) : (dangerous[number(dangerous.length)] ?? '');
  return {
    seed,
    /** Up to a dozen pieces. Postgres stores every character but the first one of Unicode. */
    text: () => `n${Array.from({ length: 1 + number(11) }, piece).join('')}n`,
  };
}

/** What XML can hold of a text (XML 1.0, 2.2). */
export const inXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that no XML has
  text.replaceAll(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, '\ufffd');
