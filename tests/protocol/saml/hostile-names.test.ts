import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSamlWorld, followOn, formIn, type SamlWorld, visit, xmlOf } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
});
afterAll(() => world.app.stop());

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
  ...['</saml:AttributeValue>', '</saml:NameID><x/>', '\ufffe', '\uffff', '😀', 'é', '\u0085', '\u007f', 'x', ' '],
];

/** A name of up to a dozen pieces. The database takes every character but the first. */
function nameFrom(number: (below: number) => number): string {
  const piece = () => (number(2) ? String.fromCharCode(1 + number(31)) : (dangerous[number(dangerous.length)] ?? ''));
  return `n${Array.from({ length: 1 + number(11) }, piece).join('')}n`;
}

/**
 * What XML can hold of a name (XML 1.0, 2.2). The two line separators of XML 1.1 become line breaks where the document is signed, for every
 * reader alike.
 */
const told = (name: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that no XML has
  name.replaceAll(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, '\ufffd').replaceAll(/[\u0085\u2028]/g, '\n');

const sources = ['displayName', 'affiliation', 'title', 'tag'] as const;

test('S46 names with control characters, quotes and markup stay data, for a random seed', async () => {
  const seed = randomInt(2 ** 31);
  console.log(`seed ${seed}`);
  const number = numbersFrom(seed);
  const samlAttributes = sources.map((source) => ({ name: source, source }));
  await world.change({ enableSigninSession: true, samlAttributes: samlAttributes as never });
  const saml = await world.library();
  const browser = world.app.client();
  await visit(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
  for (let round = 0; round < 50; round++) {
    const names = sources.map(() => nameFrom(number));
    const [display_name, affiliation, title, tag] = names;
    const isOne = { owner: 'acme', name: 'alice' };
    await world.app.db('users').where(isOne).update({ display_name, affiliation, title, tag });
    const { pathname, search } = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}));
    const form = formIn((await followOn(browser, await browser.get(pathname + search))).text);
    const { profile } = await saml.validatePostResponseAsync({ ...form });
    const about = `seed ${seed}, round ${round}`;
    expect(
      sources.map((source) => profile?.[source]),
      about,
    ).toEqual(names.map(told));
    expect(xmlOf(form).match(/<saml:Attribute /g), about).toHaveLength(sources.length);
    expect(profile?.nameID, about).toBe('alice@acme.example');
  }
}, 120_000);
