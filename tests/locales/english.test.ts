import { describe, expect, test } from 'vitest';
import { fixedTexts } from './fixed-texts.ts';
import { textsIn } from './texts.ts';

const english = [...(await textsIn('en'))];
const free = english.filter(([, text]) => !fixedTexts.has(text));

const sentencesOf = (text: string) => text.split(/(?<=[.:!?]) /);
const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
/** Without names of values, code and the operators of a language of rules. */
const prose = (text: string) => text.replaceAll(/\{\{.*?\}\}|`[^`]*`|!=|(?<=\|\| and )!/g, '');

/** Each rule, and what breaks it in a text. */
const rules: Record<string, (text: string) => unknown> = {
  'has at most 25 words in a sentence': (text) => sentencesOf(text).some((sentence) => wordsIn(sentence).length > 25),
  'begins no sentence with Who, Whose, Whoever or What': (text) =>
    sentencesOf(text).some((sentence) => /^(?:Who\w*|What(?:ever)?)\b/.test(sentence) && !sentence.endsWith('?')),
  'is calm: no exclamation mark, no Please, Sorry or Oops': (text) => /!|\b(?:please|sorry|oops)\b/i.test(prose(text)),
  'ends a text of several sentences with a mark': (text) => / \w+\. [A-Z]/.test(text) && !/[.:?`]$/.test(text),
  'has one thought in a sentence, without a semicolon': (text) => text.includes(';'),
  'calls people they, and Doorwright by its name': (text) =>
    /\b(?:he|him|his|she|her|hers|we|us|our|ours)\b/.test(text),
  'says sign in, not log in': (text) => /\blog(?:ged|ging)?[- ]?(?:in|on|out|ins)\b/i.test(prose(text)),
  'writes email, URL and ID': (text) => /e-mail|\b(?:Url|url|Id|id)\b(?![/=])/.test(prose(text)),
  'has an ellipsis, not dots': (text) => /\.\./.test(text),
};

describe('An English text', () => {
  test.each(Object.entries(rules))('%s', (_, breaks) => {
    expect(free.filter(([, text]) => breaks(text))).toEqual([]);
  });
});

test('a fixed text is in use, and needs to be on the list', () => {
  const texts = new Set(english.map(([, text]) => text));
  expect([...fixedTexts].filter((text) => !texts.has(text))).toEqual([]);
  const isFine = (text: string) => Object.values(rules).every((breaks) => !breaks(text));
  expect([...fixedTexts].filter(isFine)).toEqual([]);
});

test.each([
  ['Oops, this went wrong', 'is calm: no exclamation mark, no Please, Sorry or Oops'],
  ['Whoever knows it can sign in.', 'begins no sentence with Who, Whose, Whoever or What'],
  ['Deleting a user ends all of his sessions.', 'calls people they, and Doorwright by its name'],
  ['Failed to log in', 'says sign in, not log in'],
  ['word '.repeat(26), 'has at most 25 words in a sentence'],
])('the rules find what is wrong with “%s”', (text, rule) => {
  expect(Object.keys(rules).filter((each) => rules[each]?.(text))).toEqual([rule]);
});
