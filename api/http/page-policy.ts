import { paths } from './protocol-paths.ts';

/** The address of a page, as far as its policy depends on it. */
interface Asked {
  path: string;
  query: Readonly<Record<string, unknown>>;
}

/**
 * Scripts and styles come from our own files only, and from the elements that the build put into a page, which are known
 * by their digests. Pictures may come from anywhere on the web, because organizations, applications and people name
 * theirs by address.
 */
const pagePolicy = (inline: readonly string[]) => {
  const own = ["'self'", ...inline].join(' ');
  const pictures = "img-src 'self' https: http: data:";
  return [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${own}`,
    pictures,
    "object-src 'none'",
    "base-uri 'none'",
  ];
};

/**
 * How a page of a client stands to other windows, if it is asked to: it closes the one in which it opened the client's
 * address, or tells the page of the client that opened it (`popup`). All others stand alone.
 */
export function windowsOf({ noRedirect, popup }: Asked['query']): Record<string, string> {
  if (popup === '1') return { 'Cross-Origin-Opener-Policy': 'unsafe-none' };
  return noRedirect === 'true' ? { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } : {};
}

/**
 * The sign-in page of a client, which is drawn only for a redirect address that was found good (S34), may do things that
 * no other page may, if it is asked to: send its answer there by a form, be embedded by a page of that origin, and know
 * other windows.
 */
export function policyOf({ path, query }: Asked, inline: readonly string[]): Record<string, string> {
  const isForClient = path === paths.authorization;
  const target = isForClient && typeof query.redirect_uri === 'string' ? URL.parse(query.redirect_uri) : null;
  const isOnWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
  const parent = isOnWeb && query.silentSignin !== undefined ? target.origin : "'none'";
  // Browsers hold a client's own redirects after the form against the list, so that one address would not do.
  const forms = isOnWeb && query.response_mode === 'form_post' ? [] : ["form-action 'self'"];
  return {
    'Content-Security-Policy': [...pagePolicy(inline), ...forms, `frame-ancestors ${parent}`].join('; '),
    ...(isOnWeb && windowsOf(query)),
  };
}
