import { lookup as resolve } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { Refusal } from '../http/errors.ts';
import { isReachable, networksOf } from './addresses.ts';
import { readLimited } from './read-limited.ts';

export interface Limits {
  timeoutMs?: number;
  maxBytes?: number;
  redirects?: number;
}

export interface Answer {
  status: number;
  headers: Response['headers'];
  url: string;
  body: Buffer;
}

const usualLimits = { timeoutMs: 10_000, maxBytes: 5 * 2 ** 20, redirects: 3 };
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/**
 * The one way out. Whatever makes the server call an address that somebody typed in goes through here: names are
 * resolved by us, and the connection goes to an address that was looked at, so that a name cannot change its mind.
 */
export function createEgress({ allow }: { allow: readonly string[] }) {
  const networks = networksOf(allow);
  const refused = (host: string) => new Refusal('egress-refused', { host: host.slice(0, 255) });

  /** The addresses of a host that may be called; a host with any other is not called at all. */
  async function addressesOf(host: string): Promise<{ address: string; family: number }[]> {
    const bare = host.replace(/^\[|\]$/g, '');
    const found = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await resolve(bare, { all: true });
    if (found.length === 0 || !found.every(({ address }) => isReachable(address, networks))) throw refused(host);
    return found;
  }

  /** For sockets of mail, directories and databases as well as for HTTP: give it to them as their `lookup`. */
  const lookup: LookupFunction = (host, options, done) => {
    addressesOf(host).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error) => done(error, ''),
    );
  };

  const agent = new Agent({ connect: { lookup, timeout: 5_000 }, connections: 16, keepAliveTimeout: 1_000 });

  async function checkedUrl(text: string): Promise<URL> {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw refused(text);
    // A literal address is never looked up when the socket connects, so it is judged here.
    await addressesOf(url.hostname);
    return url;
  }

  async function call(
    text: string,
    init: RequestInit,
    { timeoutMs, maxBytes, redirects }: typeof usualLimits,
  ): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = await checkedUrl(text);
    for (let hops = 0; ; hops++) {
      const response = await undiciFetch(url, { ...init, redirect: 'manual', dispatcher: agent, signal });
      const next = response.headers.get('location');
      if (!isRedirect(response.status) || !next) {
        return {
          status: response.status,
          headers: response.headers,
          url: url.href,
          body: await readLimited(response, maxBytes),
        };
      }
      await response.body?.cancel();
      if (hops >= redirects) throw refused(url.hostname);
      url = await checkedUrl(new URL(next, url).href);
    }
  }

  return {
    lookup,
    /** Refuses a host that must not be called, before anything is stored or sent. */
    assertHost: async (host: string): Promise<void> => void (await addressesOf(host)),
    /** An HTTP request within limits of time, size and redirects; each redirect is looked at like the first address. */
    fetch: (url: string, init: RequestInit = {}, limits: Limits = {}): Promise<Answer> =>
      call(url, init, { ...usualLimits, ...limits }).catch(unwrapped),
    close: () => agent.close(),
  };
}

/** A refusal inside of a failed connection comes out as itself. */
function unwrapped(error: unknown): never {
  const { cause } = error as { cause?: unknown };
  throw cause instanceof Refusal ? cause : error;
}

export type Egress = ReturnType<typeof createEgress>;
