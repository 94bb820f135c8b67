import { deviceOf } from '@doorwright/crds/values/device-of.ts';

/** Where a request came from, beside its address. */
export interface RequestSource {
  /** The id in the header X-Request-Id of the answer, and in the log. */
  requestId: string;
  userAgent: string;
  /** The country of an address, if a local file knows it. */
  countryOf?: ((address: string) => string | undefined) | undefined;
}

const longestDevice = 100;

/** The browser and the system of a user agent in words. Programs name themselves first, such as `curl/8.5.0`. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  const known = [browser, system].filter(Boolean).join(', ');
  return known || (userAgent.trim().split(/\s/)[0] ?? '').slice(0, longestDevice);
}

/** The fields of a record that say where its request came from. */
export const sourceFields = (source: RequestSource | undefined, clientIp: string) => ({
  requestId: source?.requestId ?? '',
  device: source ? deviceWords(source.userAgent) : '',
  country: (clientIp && source?.countryOf?.(clientIp)) || '',
});
