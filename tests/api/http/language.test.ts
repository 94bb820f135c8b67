import { languageOf, pageLanguageOf } from '@doorwright/api/http/language.ts';
import { closestLanguage } from '@doorwright/locales';
import { describe, expect, test } from 'vitest';

describe('the language of a request', () => {
  test.each([
    ['de', 'de'],
    ['fr-CA, en;q=0.8', 'fr'],
    ['en;q=0.5, ru;q=0.9', 'ru'],
    ['de;q=0, ja', 'ja'],
    ['zh-Hant-TW', 'zh'],
    ['kok, fil, den', 'en'],
    ['*, nonsense!, ko', 'ko'],
    ['x'.repeat(20_000), 'en'],
    ['', 'en'],
  ])('«%s» is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  test('is the chosen one, then one that the client requests, then one of the browser', () => {
    const headers = { 'accept-language': 'ja' };
    expect(pageLanguageOf({ headers: { ...headers, cookie: 'language=ru' } }, 'de fr')).toBe('ru');
    const atPort = { ...headers, host: 'localhost:8001', cookie: 'language=de; language_8000=fr; language_8001=ru' };
    expect(pageLanguageOf({ headers: atPort }, undefined)).toBe('ru');
    expect(pageLanguageOf({ headers }, 'pt-BR de fr')).toBe('de');
    expect(pageLanguageOf({ headers }, undefined)).toBe('ja');
  });
});

test.each([
  ['zh-TW', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-Hant'],
  ['zh-CN', 'zh'],
  ['zh', 'zh'],
  ['pt-BR', 'pt-BR'],
  ['pt-br', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['sr-Latn', undefined],
  ['*', undefined],
])('the whole tag %s is closest to %s', (tag, closest) => {
  expect(closestLanguage(tag, ['en', 'zh', 'zh-Hant', 'pt', 'pt-BR'])).toBe(closest);
});
