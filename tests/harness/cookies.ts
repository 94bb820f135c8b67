import type { Answered } from './client.ts';

/** The cookies that an answer sets, by name. */
export function cookiesSet({ headers }: Answered): Map<string, { value: string; attributes: string[] }> {
  return new Map(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), { value: pair.slice(equals + 1), attributes: attributes.sort() }];
    }),
  );
}
