import type { Answered, Client } from './client.ts';

/** The name of a cookie of a server over HTTP. It has the port of the server. */
export const cookieName = (url: string, name: string): string => {
  const { port } = new URL(url);
  return port ? `doorwright_${name}_${port}` : `doorwright_${name}`;
};

/** Gives a client the cookies of another one, also under the names of its own server. */
export function carryCookies(from: Pick<Client, 'cookies'>, to: Client): void {
  const { port } = new URL(to.url);
  for (const [name, value] of from.cookies)
    for (const each of [name, name.replace(/_\d+$/, `_${port}`)]) to.cookies.set(each, value);
}

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
