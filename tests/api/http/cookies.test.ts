import { valueOfCookie } from '@doorwright/api/http/cookies.ts';
import { expect, test } from 'vitest';

test.each([
  ['language=de', 'de', 'alone'],
  ['a=1;language=de;b=2', 'de', 'among others without blanks'],
  ['a=1; language = de ; b=2', 'de', 'between blanks'],
  ['language=de; language=fr', 'de', 'as the first of two'],
  ['xlanguage=fr; language=a%20=b', 'a%20=b', 'without decoding'],
  ['language=', undefined, 'only with a value'],
  ['language; LANGUAGE=fr', undefined, 'only under its exact name'],
])('the cookie «%s» gives %s: it is found %s', (cookie, value, _how) => {
  expect(valueOfCookie({ headers: { cookie } }, 'language')).toBe(value);
});
