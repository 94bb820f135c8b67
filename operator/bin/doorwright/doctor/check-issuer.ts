import { ask, codeOf } from './ask.ts';
import { type Finding, fault } from './finding.ts';

export interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  introspection_endpoint: string;
  jwks_uri: string;
}

interface Answer {
  findings: Finding[];
  metadata?: Metadata;
}

const one = (...finding: Parameters<typeof fault>): Answer => ({ findings: [fault(...finding)] });

/** Asks the issuer for its addresses, as each library does first. */
export async function checkIssuer(issuer: string): Promise<Answer> {
  if (!/^https?:$/.test(URL.parse(issuer)?.protocol ?? ''))
    return one(
      'issuer-invalid',
      `The issuer «${issuer}» is no address.`,
      'Write OIDC_ISSUER_URL=https://… as in the connection Secret.',
    );
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let response: Response;
  try {
    response = await ask(address);
  } catch (error) {
    return unreachable(issuer, codeOf(error));
  }
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location)
    return one(
      'issuer-redirects',
      `The issuer ${issuer} answers by a redirect to ${location}.`,
      `Write the address without a redirect: OIDC_ISSUER_URL=${new URL(location, address).href.replace('/.well-known/openid-configuration', '')}`,
    );
  const metadata = response.ok ? ((await response.json().catch(() => undefined)) as Metadata | undefined) : undefined;
  const findings = clockFindings(response.headers.get('date'));
  if (!metadata?.issuer)
    return one(
      'issuer-foreign',
      `The address ${address} answers ${response.status} without the data of an issuer.`,
      'Write the address of Doorwright itself, without a path.',
    );
  return { metadata, findings: [...findings, ...mismatch(issuer, metadata.issuer)] };
}

function unreachable(issuer: string, code: string): Answer {
  if (/SSL|EPROTO|HTTP_PARSER/.test(code))
    return one(
      'issuer-without-tls',
      `The server at ${issuer} answers without TLS (${code}).`,
      'For a local trial, write http:// in OIDC_ISSUER_URL. Otherwise the proxy in front of Doorwright has to answer with TLS.',
    );
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return one(
      'issuer-certificate',
      `The certificate of ${issuer} is not trusted here (${code}).`,
      'Name the CA: NODE_EXTRA_CA_CERTS for Node, SSL_CERT_FILE for Go and Python, the trust store for Java.',
    );
  const { hostname } = new URL(issuer);
  return one(
    'issuer-unreachable',
    `The issuer ${issuer} cannot be reached (${code}).`,
    /^(localhost|127\.|\[::1\])/.test(hostname)
      ? 'Start Doorwright with `npm start`, or correct OIDC_ISSUER_URL. In a container, localhost is the container itself.'
      : 'Correct OIDC_ISSUER_URL, or let this machine reach it.',
  );
}

/** Libraries compare the two texts, so each difference ends the sign-in. */
function mismatch(given: string, found: string): Finding[] {
  if (given === found) return [];
  const remedy = `Write OIDC_ISSUER_URL=${found}, exactly so.`;
  if (given.replace(/\/$/, '') === found.replace(/\/$/, ''))
    return [fault('issuer-slash', `The issuer ends with a slash here or there only: ${given} and ${found}.`, remedy)];
  const [here, there] = [new URL(given), URL.parse(found)];
  if (here.host === there?.host && here.protocol !== there.protocol)
    return [
      fault(
        'issuer-scheme',
        `The issuer is asked as ${given}, and calls itself ${found}.`,
        here.protocol === 'https:'
          ? `A proxy ends TLS in front of Doorwright: set DOORWRIGHT_ORIGIN=${here.origin} there.`
          : remedy,
      ),
    ];
  return [
    fault(
      'issuer-mismatch',
      `The issuer is asked as ${given}, and calls itself ${found}.`,
      `${remedy} If people reach it at ${here.origin}, set DOORWRIGHT_ORIGIN=${here.origin} at Doorwright instead.`,
    ),
  ];
}

const mostSkewSeconds = 30;

/** Tokens begin and end at times, so libraries refuse them if the clocks differ. */
function clockFindings(date: string | null): Finding[] {
  const seconds = Math.round((Date.parse(date ?? '') - Date.now()) / 1000);
  // Its header has whole seconds.
  if (Number.isNaN(seconds) || Math.abs(seconds) <= mostSkewSeconds) return [];
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return [
    fault(
      'clock',
      `The clock of Doorwright is ${Math.abs(seconds)} seconds ${direction} the clock of this machine.`,
      'Let both machines take their time from the same servers (NTP): tokens are refused before their time and after it.',
    ),
  ];
}
