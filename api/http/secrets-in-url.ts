import { Refusal } from './errors.ts';

/** Query parameters that carry what must never stand in a log, a record or a browser's history. */
const secretParameters =
  /^(access_?token|refresh_?token|id_?token(_hint)?|client_?secret|password|code|token|secret|assertion)$/i;

/** Those that would sign somebody in. */
const credentials = /^(password|client_?secret|access_?token|refresh_?token)$/i;

const base = 'http://local';

/** Path and query with the secrets taken out. */
export function scrubbedUri(uri: string): string {
  if (!uri.includes('?')) return uri;
  const url = new URL(uri, base);
  for (const name of [...url.searchParams.keys()]) if (secretParameters.test(name)) url.searchParams.set(name, '***');
  return url.pathname + url.search;
}

/** Credentials are taken from headers, cookies and bodies only; get-account takes a token for the specification's sake. */
export function refuseCredentialsInUrl(path: string, query: Record<string, unknown>): void {
  const found = Object.keys(query).find((name) => credentials.test(name));
  if (!found) return;
  if (path === '/api/get-account' && /^access_?token$/i.test(found)) return;
  throw new Refusal('credentials-in-url', { name: found });
}
