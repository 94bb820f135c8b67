const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/**
 * The URL of an application's own page that replaces one of ours. Users type passwords there, so it needs https, or a host on the user's
 * own machine for development.
 */
export function ownPage(text: string): string | undefined {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return url && isSafe ? url.href : undefined;
}
