import { type Finding, fault } from './finding.ts';

interface Cookie {
  name: string;
  attributes: Map<string, string>;
}

function cookieIn(header: string): Cookie {
  const [pair = '', ...rest] = header.split(/;\s*/);
  const attributes = rest.map((each): [string, string] => {
    const [key = '', ...value] = each.split('=');
    return [key.toLowerCase(), value.join('=').toLowerCase()];
  });
  return { name: pair.split('=')[0] ?? '', attributes: new Map(attributes) };
}

/** Why the browser would not bring a cookie back to the callback. */
function lossOf(
  { attributes }: Cookie,
  { protocol, hostname, pathname }: URL,
): [why: string, remedy: string] | undefined {
  const [site, domain, path] = ['samesite', 'domain', 'path'].map((each) => attributes.get(each));
  if (protocol === 'http:' && attributes.has('secure'))
    return ['is Secure, and the program is reached by http', 'Set Secure only if the redirect address is https.'];
  if (site === 'strict') return ['is SameSite=Strict, so it does not come back from Doorwright', 'Set SameSite=Lax.'];
  if (site === 'none' && !attributes.has('secure'))
    return [
      'is SameSite=None without Secure, so browsers drop it',
      'Set SameSite=Lax, which is enough for a callback.',
    ];
  const host = domain?.replace(/^\./, '');
  if (host && hostname !== host && !hostname.endsWith(`.${host}`))
    return [`is for the domain ${host}, and the callback is at ${hostname}`, 'Set no Domain.'];
  if (path && path !== '/' && !pathname.toLowerCase().startsWith(path))
    return [`is for the path ${path}, and the callback is at ${pathname}`, 'Set Path=/.'];
  return undefined;
}

/** The program must know its visitor again at the callback. */
export function cookieFindings(headers: readonly string[], callback: URL): Finding[] {
  if (headers.length === 0)
    return [
      fault(
        'cookie-none',
        'The program sets no cookie when a sign-in begins, so it cannot know its visitor again.',
        'Keep state, nonce and verifier in a session of the visitor. Behind a proxy, let the program trust X-Forwarded-Proto: a Secure cookie is not set otherwise.',
      ),
    ];
  const cookies = headers.map(cookieIn);
  const lost = cookies.map((cookie) => ({ cookie, loss: lossOf(cookie, callback) }));
  return lost.flatMap(({ cookie, loss }) =>
    loss ? [fault('cookie-lost', `The cookie ${cookie.name} ${loss[0]}.`, loss[1])] : [],
  );
}
