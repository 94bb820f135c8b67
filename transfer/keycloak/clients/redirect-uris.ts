import { checkRedirectUris, isOpenHttp } from '@doorwright/crds/values/redirect-uris.ts';
import { byText } from '../names.ts';
import type { Client } from '../representation.ts';

export interface Addresses {
  taken: string[];
  /** Patterns: each stands for addresses that only the application knows. */
  patterns: string[];
  /** Addresses that this product refuses. */
  refused: string[];
  /** One of them begins with http and is not on this machine. */
  hasOpenHttp: boolean;
}

/** A relative address continues the root of the client. */
const absolute = (rootUrl: string, address: string) =>
  address.startsWith('/') && rootUrl ? `${rootUrl.replace(/\/+$/, '')}${address}` : address;

const longest = 500;

/** The addresses of a client. Here an address is exact, so a pattern cannot be taken. */
export function readAddresses({ rootUrl }: Pick<Client, 'rootUrl'>, addresses: readonly string[]): Addresses {
  const all = [...new Set(addresses.filter(Boolean).map((each) => absolute(rootUrl, each)))].sort(byText);
  const patterns = all.filter((each) => each.includes('*'));
  const exact = all.filter((each) => !each.includes('*'));
  const isRefused = (each: string) =>
    each.length > longest || checkRedirectUris({ redirectUris: [each], allowHttpRedirects: true }).length > 0;
  const taken = exact.filter((each) => !isRefused(each));
  return { taken, patterns, refused: exact.filter(isRefused), hasOpenHttp: taken.some(isOpenHttp) };
}

/** Keycloak writes many addresses into one attribute. `+` stands for the addresses of sign-in. */
export const listed = (attribute: string | undefined): string[] =>
  (attribute ?? '').split('##').filter((each) => each && each !== '+' && each !== '-');
