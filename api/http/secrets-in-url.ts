import { Refusal } from '../core/errors.ts';

/** The name without separators: `new_password`, `newPassword` and `new-password[]` are the same. */
const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** Parameters with values that must not appear in a log, a record or a browser's history. */
const secretParameters =
  /(password|secret\d?|token|tokenhint|assertion|verifier|privatekey)$|^(email|phone|device|user)?code$|^(confirm|sealed|ticket)$/;

/** Parameters that would authenticate the caller. */
const credentials = /(password|clientsecret\d?|accesstoken|refreshtoken)$/;

const base = 'http://local';

/** What stands in place of a secret. */
const hidden = '***';

/** Path and query without secrets. */
export function scrubbedUri(uri: string): string {
  if (!uri.includes('?')) return uri;
  const url = new URL(uri, base);
  for (const name of [...url.searchParams.keys()])
    if (secretParameters.test(plain(name))) url.searchParams.set(name, hidden);
  return url.pathname + url.search;
}

/** An address that somebody sent, as records may show it: without secrets in its query, its fragment or before its host. */
export function scrubbedAddress(address: string): string {
  const url = URL.parse(address, base);
  if (!url) return '';
  const secrets = [...url.searchParams.keys()].filter((name) => secretParameters.test(plain(name)));
  if (secrets.length === 0 && !url.hash && !url.username && !url.password) return address;
  for (const name of secrets) url.searchParams.set(name, hidden);
  if (url.hash) url.hash = hidden;
  if (url.username || url.password) Object.assign(url, { username: hidden, password: '' });
  return url.href.replace(new RegExp(`^${base}(?=/)`), '');
}

/**
 * Credentials come in headers, cookies and bodies only. The one exception is the token of get-account, which the
 * specification requires.
 */
export function refuseCredentialsInUrl(path: string, query: Record<string, unknown>): void {
  const found = Object.keys(query).find((name) => credentials.test(plain(name)));
  if (!found) return;
  if (path === '/api/get-account' && /^access_?token$/i.test(found)) return;
  throw new Refusal('credentials-in-url', { name: found });
}
