import { requestParameters } from '@doorwright/crds/values/authorization-request.ts';
import { isSamlPage, paths, samlSignOuts } from '../../http/protocol-paths.ts';

export interface PageAddress {
  path: string;
  query: Readonly<Record<string, unknown>>;
}

const clientPages: readonly string[] = [paths.authorization, '/signup/oauth/authorize', '/auto-signup/oauth/authorize'];

const idOf = (name: string) => new URLSearchParams({ id: `admin/${name}` });

/** The calls of a section of the account page, beside the account. */
const callsOfSections: Readonly<Record<string, readonly string[]>> = {
  security: ['get-passkeys', 'get-factors'],
  linked: ['get-account-links'],
  sessions: ['get-account-sessions'],
  'sign-ins': ['get-account-sign-ins'],
  applications: ['get-account-connections'],
  subscriptions: ['get-own-subscriptions'],
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The first calls of a portal page, by its address: the signed-in user, and the page's application. The page of a captcha gets nothing,
 * because the script of a vendor runs there, and neither does the preview, which is no page of a visitor.
 */
export function firstCalls({ path, query }: PageAddress): string[] {
  if (path === '/preview' || path.startsWith('/captcha/')) return [];
  if (clientPages.includes(path) || isSamlPage(path)) {
    const values = new URLSearchParams();
    for (const [from, to] of Object.entries(requestParameters))
      if (typeof query[from] === 'string' && query[from]) values.set(to, query[from]);
    return ['get-account', `get-app-login${values.size > 0 ? `?${values}` : ''}`];
  }
  const [, owner, app, casPage] = path.match(/^\/cas\/([^/]+)\/([^/]+)\/(login|logout)$/)?.map(decoded) ?? [];
  if (owner && app) {
    if (casPage === 'logout') return ['get-account', `get-application?${idOf(app)}`, `get-organization?${idOf(owner)}`];
    const values = new URLSearchParams({ type: 'cas', id: `${owner}/${app}` });
    if (typeof query.service === 'string') values.set('service', query.service);
    return ['get-account', `get-app-login?${values}`];
  }
  const [, product] = path.match(/^\/products\/([^/]+)\/buy$/)?.map(decoded) ?? [];
  if (product) return ['get-account', `get-product-channels?${idOf(product)}`, `get-product?${idOf(product)}`];
  // The pricing itself is asked for by the page: the answer says what the visitor has of it.
  const [, seller] = path.match(/^\/pricing\/([^/]+)\/[^/]+$/)?.map(decoded) ?? [];
  if (seller) return ['get-account', `get-organization?${idOf(seller)}`];
  const [, account, section = ''] = path.match(/^(\/account)(?:\/([^/]+))?$/) ?? [];
  if (account) return ['get-account-page', ...(callsOfSections[section] ?? [])];
  const shown = path.startsWith(`${samlSignOuts}/`) ? '/logout' : path;
  const [, page, last = ''] =
    shown.match(/^\/(login|logout|callback|signup|result|forget|prompt|link)(?:\/([^/]+))?$/) ?? [];
  if (!page) return ['get-account'];
  const organization = page === 'forget' && !last ? query.organization : page === 'login' && decoded(last);
  const isOfApplication = last && /^(signup|result|forget|prompt|link)$/.test(page);
  return [
    'get-account',
    `get-application?${idOf(isOfApplication ? decoded(last) : 'app-built-in')}`,
    ...(typeof organization === 'string' && organization ? [`get-organization?${idOf(organization)}`] : []),
  ];
}
