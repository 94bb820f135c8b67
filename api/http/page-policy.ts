import { captchaPolicy, drawingAt } from './captcha-policy.ts';
import { isPreview, previewPolicy } from './preview-policy.ts';
import { isSamlPage, paths } from './protocol-paths.ts';

/** The parts of a page's address that its policy depends on. */
interface Asked {
  path: string;
  query: Readonly<Record<string, unknown>>;
}

/** What a page holds inline, by digest. */
interface Sources {
  /** Scripts and styles of the build. */
  inline: readonly string[];
  /** The style of the page's brand. */
  styles?: readonly string[];
}

/**
 * Scripts and styles come from our own files, or from inline elements of the build, which are identified by
 * digest. Pictures may come from any site, because organizations, applications and users name theirs by address.
 */
const pagePolicy = ({ inline, styles = [] }: Sources) => {
  const own = ["'self'", ...inline].join(' ');
  const pictures = "img-src 'self' https: http: data:";
  return [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${[own, ...styles].join(' ')}`,
    pictures,
    "object-src 'none'",
    "base-uri 'none'",
  ];
};

/**
 * The opener policy of a client's page. With `popup`, the page answers the client's page that opened it. With
 * `noRedirect`, it closes the window in which it opened the client's address. All other pages are isolated.
 */
export function openerPolicyOf({ noRedirect, popup }: Asked['query']): Record<string, string> {
  if (popup === '1') return { 'Cross-Origin-Opener-Policy': 'unsafe-none' };
  return noRedirect === 'true' ? { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } : {};
}

/** The page of CAS from which the browser posts a ticket. */
const isPostedToService = ({ path, query }: Asked) =>
  /^\/cas\/[^/]+\/[^/]+\/login$/.test(path) && String(query.method).toUpperCase() === 'POST';

/**
 * The headers of a page. Only the sign-in page of a client may submit forms to other sites, be embedded or know
 * other windows. It is shown only for a valid redirect address (S34).
 */
export function pageHeadersOf(
  { path, query }: Asked,
  { inline, styles = [], isRefused = false }: Sources & { isRefused?: boolean },
): Record<string, string> {
  const drawing = drawingAt(path);
  // Vendors serve the sites that a customer names, and know the site by its origin.
  if (drawing)
    return {
      'Content-Security-Policy': captchaPolicy(drawing, inline).join('; '),
      'Referrer-Policy': 'strict-origin',
    };
  if (isPreview(path)) return { 'Content-Security-Policy': previewPolicy(inline).join('; ') };
  const isForClient = path === paths.authorization && !isRefused;
  const target = isForClient && typeof query.redirect_uri === 'string' ? URL.parse(query.redirect_uri) : null;
  const isOnWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
  const parent = isOnWeb && query.silentSignin !== undefined ? target.origin : "'none'";
  // Browsers also check the client's own redirects after the form against this list, so one address would not be
  // enough.
  const isOfService = (isSamlPage(path) || isPostedToService({ path, query })) && !isRefused;
  const isPosted = (isOnWeb && query.response_mode === 'form_post') || isOfService;
  const forms = isPosted ? [] : ["form-action 'self'"];
  return {
    'Content-Security-Policy': [...pagePolicy({ inline, styles }), ...forms, `frame-ancestors ${parent}`].join('; '),
    ...(isOnWeb && openerPolicyOf(query)),
  };
}
