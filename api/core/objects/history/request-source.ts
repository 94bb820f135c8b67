import { deviceOf } from '@doorwright/crds/values/device-of.ts';
import { LRUCache } from 'lru-cache';

/** Where a request came from, beside its address. */
export interface RequestSource {
  /** The id in the header X-Request-Id of the answer, and in the log. */
  requestId: string;
  userAgent: string;
  /** The country of an address, if a local file knows it. */
  countryOf?: ((address: string) => string | undefined) | undefined;
}

const longestDevice = 100;
/** Few programs send most requests. */
const known = new LRUCache<string, string>({ max: 500 });

/** The browser and the system of a user agent in words. Programs name themselves first, such as `curl/8.5.0`. */
export function deviceWords(userAgent: string): string {
  const before = known.get(userAgent);
  if (before !== undefined) return before;
  const { browser, system } = deviceOf(userAgent);
  const names = [browser, system].filter(Boolean).join(', ');
  const words = names || (userAgent.trim().split(/\s/)[0] ?? '').slice(0, longestDevice);
  known.set(userAgent, words);
  return words;
}

/** The fields of a record that say where its request came from. */
export const sourceFields = (source: RequestSource | undefined, clientIp: string) => ({
  requestId: source?.requestId ?? '',
  device: source ? deviceWords(source.userAgent) : '',
  country: (clientIp && source?.countryOf?.(clientIp)) || '',
});
