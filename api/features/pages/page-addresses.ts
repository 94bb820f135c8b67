import { type Kind, kinds } from '@doorwright/crds';

/** The pages of the portal, as `console/src/portal/routing.ts` has them. `:` is a variable part. */
const portal = [
  ...['/account', '/account/:', '/login', '/login/:', '/login/oauth/authorize', '/login/saml/authorize/:/:'],
  ...['/logout', '/login/saml/logout/:/:', '/cas/:/:/login', '/cas/:/:/logout'],
  ...['/callback', '/callback/saml', '/callback/oauth/:', '/link/:'],
  ...['/signup', '/signup/:', '/signup/oauth/authorize', '/auto-signup/oauth/authorize'],
  ...['/result', '/result/:', '/forget', '/forget/:', '/prompt', '/prompt/:', '/captcha/:', '/preview'],
  ...['/products/:/buy', '/payments/:/result'],
];

const editorOf = ({ key, name, owner, plural }: Kind) =>
  key === 'id' ? `/${name}/:` : owner === 'admin' ? `/${plural}/:` : `/${plural}/:/:`;

/** The pages of a kind, as `console/src/admin/routes.tsx` has them. */
const pagesOf = (kind: Kind): string[] => [
  `/${kind.plural}`,
  ...(kind.form || kind.people ? [editorOf(kind), ...(kind.starts ? [`/new/${kind.plural}`] : [])] : []),
];

const ofConsole = ['/', '/declared', '/organizations/:/users', ...kinds.filter(({ list }) => list).flatMap(pagesOf)];

const matching = (addresses: readonly string[], flags = '') =>
  new RegExp(`^(${addresses.map((address) => address.replaceAll(':', '[^/]+')).join('|')})/*$`, flags);

const [portalPages, consolePages] = [matching(portal), matching(ofConsole, 'i')];

/** Tells whether a page has this path. The page of every other path says that it does not exist. */
export const isPageAddress = (path: string): boolean => portalPages.test(path) || consolePages.test(path);
