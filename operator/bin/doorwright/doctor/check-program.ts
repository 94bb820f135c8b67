import { ask } from './ask.ts';
import type { Metadata } from './check-issuer.ts';
import { cookieFindings } from './cookie-findings.ts';
import { type Finding, fault, warning } from './finding.ts';
import type { GivenValues } from './given-values.ts';

/** Where programs usually begin a sign-in. */
const doors = ['/sign-in', '/login', '/oauth2/authorization/doorwright', '/auth/login', '/signin', '/'];

/** Begins a sign-in at the program, and looks at what it sends and which cookies it sets. */
export async function checkProgram(values: GivenValues, metadata: Metadata, door?: string): Promise<Finding[]> {
  const { origin, host, protocol } = new URL(values.redirectUri);
  for (const path of door ? [door] : doors) {
    const address = new URL(path, origin);
    // Behind its proxy, the program is told by these headers how the browser reaches it.
    const headers = { 'X-Forwarded-Proto': protocol.replace(':', ''), 'X-Forwarded-Host': host };
    const response = await ask(address, { ...(address.origin !== origin && { headers }) }).catch(() => undefined);
    if (!response)
      return [
        warning(
          'program-silent',
          `No program answers at ${address.origin}, so its cookies are not checked.`,
          'Start it, and run the command again.',
        ),
      ];
    await response.body?.cancel();
    const location = response.headers.get('location') ?? '';
    const { pathname } = new URL(metadata.authorization_endpoint);
    if (URL.parse(location)?.pathname !== pathname) continue;
    return [
      ...requestFindings(new URL(location).searchParams, values),
      ...cookieFindings(response.headers.getSetCookie(), new URL(values.redirectUri)),
    ];
  }
  return [
    warning(
      'program-door',
      `No address of ${origin} leads to the sign-in, so its cookies are not checked.`,
      'Name the path that begins a sign-in with --door. A single page has none.',
    ),
  ];
}

function requestFindings(asked: URLSearchParams, { clientId, redirectUri }: GivenValues): Finding[] {
  const findings: Finding[] = [];
  const sent = asked.get('redirect_uri') ?? '';
  if (sent !== redirectUri) {
    const isScheme = sent.replace(/^http:/, 'https:') === redirectUri;
    findings.push(
      isScheme
        ? fault(
            'proxy-headers',
            `The program is reached by https, and asks to return to ${sent}.`,
            'A proxy ends TLS, and the program does not read X-Forwarded-Proto. Let it trust the proxy: `trust proxy` in Express, SECURE_PROXY_SSL_HEADER in Django, server.forward-headers-strategy in Spring, trustProxies in Laravel, UseForwardedHeaders in ASP.NET Core.',
          )
        : fault(
            'redirect-differs',
            `The program asks to return to ${sent}, and its values say ${redirectUri}.`,
            'Start it again with these values, or register the address that it sends.',
          ),
    );
  }
  if (asked.get('client_id') !== clientId)
    findings.push(
      fault(
        'client-differs',
        `The program sends the client id ${asked.get('client_id')}, and its values say ${clientId}.`,
        'Start it again: it has read other values.',
      ),
    );
  if (!asked.get('state') || !asked.get('code_challenge'))
    findings.push(
      fault(
        'request-bare',
        'The program sends no state or no code_challenge, so a stranger could finish the sign-in.',
        'Let its library make state and PKCE for each visitor.',
      ),
    );
  return findings;
}
