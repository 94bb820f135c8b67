import { languageOf } from '../http/language.ts';
import { paths } from '../protocol/paths.ts';

/** The parameters of an authorization request, and what the api calls them: in the order in which the page asks. */
const asked = [
  ['client_id', 'clientId'],
  ['response_type', 'responseType'],
  ['redirect_uri', 'redirectUri'],
  ['scope', 'scope'],
  ['state', 'state'],
  ['nonce', 'nonce'],
  ['code_challenge', 'code_challenge'],
  ['code_challenge_method', 'code_challenge_method'],
  ['interaction', 'interaction'],
] as const;

interface Asked {
  path: string;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
}

/** What the page will ask the api, by its address. */
function callsOf({ path, query }: Asked): string[] {
  if (path === paths.authorization) {
    const values = new URLSearchParams();
    for (const [from, to] of asked) if (typeof query[from] === 'string' && query[from]) values.set(to, query[from]);
    return ['get-account', `get-app-login?${values}`];
  }
  const [isSignIn, owner] = path.match(/^\/login(?:\/([\w-]+))?$/) ?? [];
  return [
    'get-account',
    ...(isSignIn ? ['get-application?id=admin%2Fapp-built-in'] : []),
    ...(owner ? [`get-organization?id=admin%2F${owner}`] : []),
  ];
}

interface Build {
  files: ReadonlySet<string>;
  /** The page as it was built, and how much of a file is sent. */
  html: string;
  sizeOf: (name: string) => number;
}

/** The scripts that a page names, the largest first: browsers fetch six files at once, and this one takes longest. */
function scriptsOf({ html, sizeOf }: Build): string[] {
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name as string);
  return named.sort((a, b) => sizeOf(b) - sizeOf(a));
}

/**
 * What a page of the portal needs, told with its first byte: the browser fetches all of it at once, where it would else
 * learn of the larger part from the scripts. On a slow line that is a third of the wait.
 */
export function linksAhead(request: Asked, build: Build): string {
  const language = languageOf(String(request.headers['accept-language'] ?? ''));
  const words = [...build.files].filter((name) => name.startsWith(`assets/portal-words-login-${language}-`));
  return [
    ...[...scriptsOf(build), ...words].map((name) => `</${name}>; rel=modulepreload; crossorigin`),
    ...callsOf(request).map((call) => `</api/${call}>; rel=preload; as=fetch; crossorigin`),
  ].join(', ');
}
