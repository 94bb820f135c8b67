import type { Problem, ProblemCode } from '../problem.ts';

/** Casdoor's libraries for phones register this scheme, which RFC 8252 would refuse. */
const casdoor = 'casdoor:';

/**
 * A browser opens https and http itself. Apps register schemes with their domain reversed, such as `com.example.app` (RFC 8252, 7.1).
 * Other schemes start programs of the operating system, such as mail or file sharing, or run scripts.
 */
const isFit = (protocol: string): boolean =>
  ['https:', 'http:', casdoor].includes(protocol) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol);

/** Chromium writes the asterisk of a host as `%2A`, so the text itself is read. */
const wildcardHost = /^[^/?#]*\/\/[^/?#]*\*/;

/** A redirect address is one complete URL, without wildcards, credentials and scripts, because it receives codes. */
function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  return (
    url !== null &&
    isFit(url.protocol) &&
    !/[#\\\s]/.test(uri) &&
    !wildcardHost.test(uri) &&
    !url.username &&
    !url.password
  );
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Others on the network path can read requests to this address. */
export const isOpenHttp = (uri: string): boolean => {
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
    return isOpenHttp(uri) && !allowHttpRedirects ? [{ path, code: 'address-open-http' }] : [];
  });

/** The problem of an address to which a browser takes who its user is. */
export function problemOfWebAddress(uri: string, allowHttp: boolean): ProblemCode | undefined {
  if (!/^https?:$/.test(URL.parse(uri)?.protocol ?? '') || !isRedirectUri(uri)) return 'address-not-absolute';
  return isOpenHttp(uri) && !allowHttp ? 'address-open-http' : undefined;
}

/** The server calls this address, so the connection must be encrypted. */
function isCalledUri(uri: string): boolean {
  const url = URL.parse(uri);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && !isOpenHttp(uri) && isRedirectUri(uri);
}

const checkCalledUri = (path: string, uri: string): Problem[] =>
  uri === '' || isCalledUri(uri) ? [] : [{ path, code: 'address-not-https' }];

/** Signed tokens are sent to it. */
export const checkBackchannelUri = (uri: string): Problem[] => checkCalledUri('backchannelLogoutUri', uri);

/** Keys that prove a client are read from it. */
export const checkKeysUri = (uri: string): Problem[] => checkCalledUri('jwksUri', uri);
