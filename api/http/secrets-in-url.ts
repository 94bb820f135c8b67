import { Refusal } from '../core/errors.ts';

/** A name without what parts its words: `new_password`, `newPassword` and `new-password[]` are one. */
const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** Query parameters that carry what must never stand in a log, a record or a browser's history. */
const secretParameters =
  /(password|secret\d?|token|tokenhint|assertion|verifier|privatekey)$|^(email|phone|device|user)?code$|^(confirm|sealed)$/;

/** Those that would sign somebody in. */
const credentials = /(password|clientsecret\d?|accesstoken|refreshtoken)$/;

const base = 'http://local';

/** Path and query with the secrets taken out. */
export function scrubbedUri(uri: string): string {
  if (!uri.includes('?')) return uri;
  const url = new URL(uri, base);
  for (const name of [...url.searchParams.keys()])
    if (secretParameters.test(plain(name))) url.searchParams.set(name, '***');
  return url.pathname + url.search;
}

/** Credentials are taken from headers, cookies and bodies only; get-account takes a token for the specification's sake. */
export function refuseCredentialsInUrl(path: string, query: Record<string, unknown>): void {
  const found = Object.keys(query).find((name) => credentials.test(plain(name)));
  if (!found) return;
  if (path === '/api/get-account' && /^access_?token$/i.test(found)) return;
  throw new Refusal('credentials-in-url', { name: found });
}
