import { paths } from '../../http/protocol-paths.ts';

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

export interface Asked {
  path: string;
  query: Readonly<Record<string, unknown>>;
}

const clientPages: readonly string[] = [paths.authorization, '/signup/oauth/authorize', '/auto-signup/oauth/authorize'];

const idOf = (name: string) => new URLSearchParams({ id: `admin/${name}` });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a page of the portal asks the api first, by its address: who is there, and whose page it is. */
export function firstCalls({ path, query }: Asked): string[] {
  if (clientPages.includes(path)) {
    const values = new URLSearchParams();
    for (const [from, to] of asked) if (typeof query[from] === 'string' && query[from]) values.set(to, query[from]);
    return ['get-account', `get-app-login${values.size > 0 ? `?${values}` : ''}`];
  }
  const [, page, last = ''] = path.match(/^\/(login|logout|callback|signup|result|forget)(?:\/([^/]+))?$/) ?? [];
  if (!page) return ['get-account'];
  const organization = page === 'forget' && !last ? query.organization : page === 'login' && decoded(last);
  const isOfApplication = last && /^(signup|result|forget)$/.test(page);
  return [
    'get-account',
    `get-application?${idOf(isOfApplication ? decoded(last) : 'app-built-in')}`,
    ...(typeof organization === 'string' && organization ? [`get-organization?${idOf(organization)}`] : []),
  ];
}
