import type { Answered } from './client.ts';

/** What an answer sets as a cookie, by the cookie's name. */
export function cookiesSet({ headers }: Answered): Map<string, { value: string; attributes: string[] }> {
  return new Map(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), { value: pair.slice(equals + 1), attributes: attributes.sort() }];
    }),
  );
}
