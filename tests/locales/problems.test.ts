import { errorStatus } from '@doorwright/api/core/error-codes.ts';
import { messageForCode } from '@doorwright/api/core/error-message.ts';
import { problemsOf } from '@doorwright/api/core/objects/rules/schema-problems.ts';
import { kinds } from '@doorwright/crds';
import { problemCodes } from '@doorwright/crds/problem.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { languages } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';

const english = await loadCatalogue('en', 'problems');

/** Values that break each kind of rule of a model: type, length, size, form, choice and repetition. */
const wrongValues = [
  ...['', ' a/b', 'a\n', 'x'.repeat(200_000), -1, 1.5, 1e15, true, {}, [], [7], [{}], ['', 'a', 'a']],
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'v'])),
  Array.from({ length: 20_000 }, () => ({ name: 'Email', viewRule: 'Admin', modifyRule: 'Self' })),
  [{ name: 'Email', viewRule: 'Admin', modifyRule: 'Self' }],
];

/** The problems of each field of a kind with each wrong value. */
const findings = kinds.flatMap((kind) =>
  fieldsOf(kind)
    .filter((field) => !field.computed)
    .flatMap((field) =>
      wrongValues.flatMap((value) => {
        const result = kind.schema.safeParse({ [field.name]: value });
        const problems = result.success ? [] : problemsOf(result.error);
        return problems.map((problem) => ({ kind: kind.name, ...problem }));
      }),
    ),
);

test('every problem of a field of a model has a text', () => {
  expect(findings.filter(({ code }) => code === 'wrong' || !Object.hasOwn(english, code))).toEqual([]);
  expect(new Set(findings.map(({ code }) => code)).size).toBeGreaterThanOrEqual(15);
});

test('every rule of a model over several fields has a text, and no problem has the code of an error', () => {
  expect(problemCodes.filter((code) => !Object.hasOwn(english, code))).toEqual([]);
  expect(Object.keys(english).filter((code) => Object.hasOwn(errorStatus, code))).toEqual([]);
});

test.each(languages)('in %s, the text of each problem contains all its values', (language) => {
  const told = findings.map(({ code, params }) => messageForCode(language, code, params));
  expect(told.filter((text) => text === '' || /\{\{|\}\}|undefined|NaN/.test(text))).toEqual([]);
});

describe('The message beside a field is in the language of the caller', () => {
  let app: TestApp;
  let root: Client;
  beforeAll(async () => {
    app = await startApp();
    root = await app.admin();
  });
  afterAll(() => app.stop());

  test('from a pattern, a type, a reference and a form, in one language each', async () => {
    const said = async (language: string, path: string, sent: object) => {
      const { body } = await root.post(path, sent, { headers: { 'Accept-Language': language } });
      return body.fields;
    };
    expect(await said('fr', 'add-role', { owner: 'built-in', name: 'a/b' })).toEqual([
      { field: 'name', message: expect.stringContaining('ni barre oblique') },
    ]);
    expect(await said('zh', 'add-role', { owner: 'built-in', name: 'a', displayName: 7 })).toEqual([
      { field: 'displayName', message: '必须是文本' },
    ]);
    expect(await said('ko', 'add-role', { owner: 'built-in', name: 'a', users: ['built-in/nobody'] })).toEqual([
      { field: 'users[0]', message: '사용자 built-in/nobody이(가) 존재하지 않습니다' },
    ]);
    expect(await said('ru', 'login', { username: 7 })).toContainEqual({
      field: 'username',
      message: 'должно быть текстом',
    });
  });

  test.each([
    ['en', 'must be an absolute URL without fragment, wildcard or password'],
    ['de', 'muss eine absolute URL ohne Fragment, Platzhalter und Passwort sein'],
    ['ja', 'フラグメント、ワイルドカード、パスワードを含まない絶対 URL にしてください'],
  ])('a bad redirect address, in %s', async (language, message) => {
    const { body } = await root.post(
      'update-application',
      { redirectUris: ['/callback'] },
      { query: { id: 'admin/app-built-in' }, headers: { 'Accept-Language': language } },
    );
    const field = 'redirectUris[0]';
    expect(body).toMatchObject({ code: 'invalid', msg: `${field}: ${message}`, fields: [{ field, message }] });
  });
});
