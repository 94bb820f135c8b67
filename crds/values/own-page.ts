const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/**
 * A page of an application's own in place of one of ours: its address, where it is reached over TLS, since passwords are
 * typed there, or is on the visitor's own machine, where applications are written.
 */
export function ownPage(text: string): string | undefined {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return url && isSafe ? url.href : undefined;
}
