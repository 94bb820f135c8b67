import type { Problem } from '../problem.ts';

/** Schemes that a browser runs or reads itself: a code sent there would reach nobody, or anybody. */
const unfit = new Set([
  ...['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'filesystem:', 'view-source:'],
  ...['ftp:', 'ws:', 'wss:'],
]);

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

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Everybody on the network path can read requests to this address. */
const isOpen = (uri: string): boolean => {
  const url = URL.parse(uri);
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
};

export const checkRedirectUris = ({
  redirectUris,
  allowHttpRedirects,
}: {
  redirectUris: readonly string[];
  allowHttpRedirects: boolean;
}): Problem[] =>
  redirectUris.flatMap((uri, index): Problem[] => {
    const path = `redirectUris[${index}]`;
    if (!isRedirectUri(uri)) return [{ path, code: 'address-not-absolute' }];
    return isOpen(uri) && !allowHttpRedirects ? [{ path, code: 'address-open-http' }] : [];
  });

/** The server sends a signed token to this address, so the connection must be encrypted. */
function isBackchannelUri(uri: string): boolean {
  const url = URL.parse(uri);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && !isOpen(uri) && isRedirectUri(uri);
}

export const checkBackchannelUri = (uri: string): Problem[] =>
  uri === '' || isBackchannelUri(uri) ? [] : [{ path: 'backchannelLogoutUri', code: 'address-not-https' }];
