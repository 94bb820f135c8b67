import { checkRedirectUris, isOpenHttp } from '@doorwright/crds/values/redirect-uris.ts';
import { type Losses, quoted } from '../reading/losses.ts';
import { type Original, textsOf } from './original.ts';
import type { Fields } from './take-fields.ts';

const isAddress = (uri: string) => checkRedirectUris({ redirectUris: [uri], allowHttpRedirects: true }).length === 0;

/** Characters of regular expressions that addresses do not need. A `?` also begins a query, and brackets are in addresses of IPv6. */
const isPattern = (uri: string) => /[*^$|(){}\\]|\.\+|\[(?!:|[\da-f]+:)/i.test(uri);

const hasPath = (uri: string) => {
  const url = URL.parse(uri);
  return url !== null && (url.pathname.replace('/', '') !== '' || url.search !== '' || !/^https?:$/.test(url.protocol));
};

/** Casdoor accepted each address that contained a registered text, and later each that matched it as a pattern. Here they are equal. */
export function redirectsOf(original: Original, losses: Losses): Fields {
  const texts = textsOf(original, 'redirectUris');
  const redirectUris = [...new Set(texts.filter((uri) => isAddress(uri) && !isPattern(uri)))];
  const patterns = texts.filter((uri) => !redirectUris.includes(uri));
  if (patterns.length > 0)
    losses.add(
      `redirect addresses ${quoted(patterns)}`,
      'They are patterns or parts of addresses. Here an address is complete and must match exactly: add each one.',
    );
  const beginnings = redirectUris.filter((uri) => !hasPath(uri));
  if (beginnings.length > 0)
    losses.add(
      `addresses below ${quoted(beginnings)}`,
      'Casdoor accepted longer addresses too. Here only the address itself matches: add each one.',
    );
  return { redirectUris, ...(redirectUris.some(isOpenHttp) && { allowHttpRedirects: true }) };
}
