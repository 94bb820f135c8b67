import type { Problem } from '../problem.ts';

/** Schemes that a browser runs or reads itself: a code sent there would reach nobody, or anybody. */
const unfit = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);

/** A browser is sent there with a code: one whole address, never a script, never a family of hosts. */
function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  return (
    url !== null &&
    !unfit.has(url.protocol) &&
    !/[#\\\s]/.test(uri) &&
    !url.host.includes('*') &&
    !url.username &&
    !url.password
  );
}

export const checkRedirectUris = (uris: readonly string[]): Problem[] =>
  uris.flatMap((uri, index) =>
    isRedirectUri(uri) ? [] : [{ path: `redirectUris[${index}]`, code: 'address-not-absolute' }],
  );

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The server itself goes there with a signed token, which nobody on the way may read. */
function isBackchannelUri(uri: string): boolean {
  const url = URL.parse(uri);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && isRedirectUri(uri);
}

export const checkBackchannelUri = (uri: string): Problem[] =>
  uri === '' || isBackchannelUri(uri) ? [] : [{ path: 'backchannelLogoutUri', code: 'address-not-https' }];
