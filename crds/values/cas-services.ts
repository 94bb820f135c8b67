import type { Problem } from '../problem.ts';
import { isOpenHttp } from './redirect-uris.ts';

/** The end of an address that stands for all addresses below it. */
const below = '/*';

/** Characters that programs and browsers read in different ways, or that begin a fragment. */
const ambiguous = /[#\\\s\p{Cc}]/u;

const isWeb = (url: URL | null): url is URL =>
  (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password;

/** An address with a whole host. At the end of its path, `/*` stands for everything below. */
function isCasService(address: string): boolean {
  const fixed = address.endsWith(below) ? address.slice(0, -1) : address;
  const isPath = fixed === address || !fixed.includes('?');
  return isPath && !fixed.includes('*') && !ambiguous.test(fixed) && isWeb(URL.parse(fixed));
}

interface Settings {
  casServices: readonly string[];
  allowHttpRedirects: boolean;
}

export const checkCasServices = ({ casServices, allowHttpRedirects }: Settings): Problem[] =>
  casServices.flatMap((address, index): Problem[] => {
    const path = `casServices[${index}]`;
    if (!isCasService(address)) return [{ path, code: 'address-not-service' }];
    return isOpenHttp(address) && !allowHttpRedirects ? [{ path, code: 'address-open-http' }] : [];
  });

/**
 * Texts that lead out of a path on some servers: dots and slashes, encoded once or twice, and path parameters such as `..;`. The
 * parsed form of an address has lost some of these.
 */
const misread = /;|%(25)*(2e|2f|5c|3b)/i;

/**
 * Says whether a service is one of the registered ones (S46). Services name the page that the user wants, so an address with `/*` means each page
 * below it. The text and its parsed form must both be below it: a path with dots leads elsewhere.
 */
export function isRegisteredService(registered: readonly string[], service: string): boolean {
  if (registered.includes(service) && !service.endsWith(below)) return true;
  const url = URL.parse(service);
  if (!isWeb(url) || ambiguous.test(service) || misread.test(service.split('?')[0] ?? '')) return false;
  return registered.some((address) => {
    if (!address.endsWith(below)) return false;
    const start = address.slice(0, -1);
    const path = URL.parse(start)?.pathname;
    return service.startsWith(start) && path !== undefined && url.pathname.startsWith(path);
  });
}
