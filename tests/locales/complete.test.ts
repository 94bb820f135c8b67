import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorStatus } from '@doorwright/api/core/error-codes.ts';
import { kinds } from '@doorwright/crds';
import { helpOf, translated } from '@doorwright/crds/derive/words.ts';
import { languages, messageOf } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import { describe, expect, test } from 'vitest';
import { pseudo } from './pseudo.ts';
import { namespaces, textsIn, textsOf } from './texts.ts';

const folder = join(import.meta.dirname, '..', '..', 'locales');
/** Texts that are names and the same in every language. */
const names = new Set([
  ...['user.fields.unionId', 'user.fields.openidconnect', 'user.fields.aliyunidaas'],
  // Apple's own names.
  ...['provider.labels.payPalWebhook', 'shop.shopWeChatPay'],
  ...['provider.labels.servicesId', 'provider.labels.teamId', 'provider.labels.keyId'],
]);
const translations = languages.filter((language) => language !== 'en');

const pluralSuffix = /_(zero|one|two|few|many|other)$/;
const pluralStems = (keys: Iterable<string>) =>
  new Set([...keys].filter((key) => pluralSuffix.test(key)).map((key) => key.replace(pluralSuffix, '')));

const isHelp = (key: string) => /^help\./.test(key);

/** The keys a language must have: those of English, with the plural forms of its own grammar. */
function keysIn(language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plain = [...english.keys()].filter((key) => !pluralSuffix.test(key));
  const plural = [...pluralStems(english.keys())].flatMap((stem) => forms.map((form) => `${stem}_${form}`));
  return [...plain, ...plural].sort();
}

const placeholders = (text: string) => [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name]) => name).sort();

test('every language has the same files, with one for each kind that is not internal', () => {
  const files = languages.map((language) => [language, readdirSync(join(folder, language)).sort()]);
  const expected = namespaces.map((namespace) => `${namespace}.json`).sort();
  expect(Object.fromEntries(files)).toEqual(Object.fromEntries(languages.map((language) => [language, expected])));
});

test('every error of the api has a text, and every text belongs to an error', async () => {
  const codes = Object.keys(await loadCatalogue('en', 'errors')).map((key) => key.replace(/_.+$/, ''));
  expect([...new Set(codes)].sort()).toEqual(Object.keys(errorStatus).sort());
});

const english = await textsIn('en');

test('English has the plural forms of its own grammar', () => {
  expect([...english.keys()].sort()).toEqual(keysIn('en'));
});

describe.each(translations)('The words in %s', (language) => {
  test('are complete, with the plural forms of the language, and none is unused or empty', async () => {
    const own = await textsIn(language);
    expect([...own.keys()].sort()).toEqual(keysIn(language));
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('name the same values as the English ones', async () => {
    const source = (key: string) => english.get(key) ?? english.get(key.replace(pluralSuffix, '_other')) ?? '';
    const differing = [...(await textsIn(language))].filter(
      ([key, text]) => `${placeholders(text)}` !== `${placeholders(source(key))}`,
    );
    expect(differing).toEqual([]);
  });

  test('are no sentences copied from the English ones', async () => {
    const isSentence = (text: string) => /[a-z] [a-z]/i.test(text.replaceAll(/\{\{[^{}]+\}\}/g, ''));
    const copied = [...(await textsIn(language))].filter(
      ([key, text]) => text === english.get(key) && (isSentence(text) || isHelp(key)),
    );
    expect(copied.map(([key]) => key).filter((key) => !names.has(key))).toEqual([]);
  });
});

test('a help text stays in English for a translator after its English changes, and the others keep their translations', () => {
  const english = helpOf(kinds.filter(({ name }) => name === 'role'));
  const before = { role: { ...(english.role as object), users: 'Who has it.' } };
  const own = { role: { name: 'Eindeutiger Name.', users: 'Wer die Rolle hat.' } };
  expect(translated(english, own, before)).toEqual({
    ...english,
    role: { ...(english.role as object), name: 'Eindeutiger Name.' },
  });
});

test('an error is in the requested language, and in English for an unknown language', () => {
  expect(messageOf('de', 'missing-parameter', { name: 'id' })).toBe('Fehlender Parameter: id');
  expect(messageOf('nl', 'missing-parameter', { name: 'id' })).toBe('Missing parameter: id');
  expect(messageOf('toString', 'missing-parameter', { name: '{{id}}' })).toBe('Missing parameter: {{id}}');
});

test('the length of a lock has the plural form of its number, and long locks are in minutes', () => {
  const told = (language: string, count: number, context?: string) =>
    messageOf(language, 'locked', { count, ...(context && { context }) }).replace(/^.*?(\d.*)$/, '$1');
  expect([1, 2, 60].map((count) => told('en', count))).toEqual(['1 second.', '2 seconds.', '60 seconds.']);
  expect([2, 15].map((count) => told('de', count, 'minutes'))).toEqual(['2 Minuten erneut.', '15 Minuten erneut.']);
  expect([1, 3, 45].map((count) => told('ru', count))).toEqual(['1 секунду.', '3 секунды.', '45 секунд.']);
});

test('the pseudo-language changes every text and keeps its values', async () => {
  const source = textsOf(await loadCatalogue('en', 'errors'));
  const invented = textsOf(pseudo(await loadCatalogue('en', 'errors')));
  const wrong = [...invented].filter(([key, text]) => {
    const from = source.get(key) ?? '';
    return text === from || `${placeholders(text)}` !== `${placeholders(from)}`;
  });
  expect(wrong).toEqual([]);
  expect(invented.get('unauthorized')).toBe('[Úñáüthörížéd öpérátíöñ········]');
});
