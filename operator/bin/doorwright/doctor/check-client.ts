import { ask } from './ask.ts';
import type { Metadata } from './check-issuer.ts';
import { type Finding, fault, warning } from './finding.ts';
import type { GivenValues } from './given-values.ts';

// A public client must send one. Nobody knows its verifier, and no sign-in begins.
const challenge = 'doorwright-doctor-signs-nobody-in-and-has-none-';

interface PublicApplication {
  clientType?: string;
  providers?: { provider?: { category?: string } | null }[];
}

interface PageAnswer {
  status: string;
  code?: string;
  msg: string;
  data: PublicApplication | null;
}

/** Asks as the sign-in page does, and then about a token that does not exist. */
export async function checkClient(values: GivenValues, metadata: Metadata): Promise<Finding[]> {
  const { clientId, redirectUri } = values;
  if (!clientId)
    return [
      fault(
        'client-missing',
        'No client id is given.',
        'Write OIDC_CLIENT_ID of the connection Secret, or give --client-id.',
      ),
    ];
  if (!redirectUri)
    return [
      fault('redirect-missing', 'No redirect address is given.', 'Write OIDC_REDIRECT_URI, or give --redirect-uri.'),
    ];
  const request = { clientId, redirectUri, responseType: 'code', scope: 'openid', state: 'doctor' };
  const page = new URL('/api/get-app-login', metadata.authorization_endpoint);
  page.search = String(new URLSearchParams({ ...request, code_challenge: challenge, code_challenge_method: 'S256' }));
  const answer = (await (await ask(page)).json().catch(() => undefined)) as PageAnswer | undefined;
  if (!answer?.status)
    return [
      fault(
        'issuer-incomplete',
        `The address ${page.origin}${page.pathname} does not answer as Doorwright does.`,
        'A proxy must lead all paths of this host to Doorwright, not only those under /.well-known/.',
      ),
    ];
  const refused = answer.status === 'ok' ? [] : [refusalOf(answer, values)];
  // Each secret of a disabled application is refused, which says nothing about this one.
  if (refused[0]?.code === 'client-unknown' || answer.code === 'application-disabled') return refused;
  return [...refused, ...(await checkSecret(values, metadata)), ...mailFindings(answer.data)];
}

function refusalOf({ code = '', msg }: PageAnswer, { clientId, redirectUri }: GivenValues): Finding {
  if (/client|application-unknown|not-found/.test(code))
    return fault(
      'client-unknown',
      `No application has the client id ${clientId}: ${msg}`,
      'Take the client id from the tab Connect of the application, or from its connection Secret.',
    );
  if (/redirect/.test(code))
    return fault(
      'redirect-unregistered',
      `The redirect address ${redirectUri} is not one of the application's: ${msg}`,
      'Add exactly this address to redirectUris of the application. Scheme, port, path and a slash at the end count.',
    );
  if (code === 'grant-not-allowed')
    return fault(
      'grant-not-allowed',
      'The application may not use authorization codes.',
      'Add authorization_code to grantTypes of the application.',
    );
  return fault(
    'application',
    `The application refuses the sign-in (${code}): ${msg}`,
    'Look at its settings in the console.',
  );
}

/** The endpoint proves the client and tells nothing about this token, so that a right secret leaves no record. */
async function checkSecret(
  { clientId, clientSecret }: GivenValues,
  { introspection_endpoint }: Metadata,
): Promise<Finding[]> {
  const body = new URLSearchParams({
    token: 'doorwright-doctor',
    client_id: clientId,
    ...(clientSecret && { client_secret: clientSecret }),
  });
  const answer = await ask(introspection_endpoint, { method: 'POST', body });
  const { error } = (await answer.json()) as { error?: string };
  if (error !== 'invalid_client') return [];
  // The body is the same for each client that is refused. Only a lock has an end.
  if (answer.headers.has('retry-after'))
    return [
      fault(
        'client-locked',
        'Too many wrong secrets came from this machine, so none is compared now.',
        `Correct the program that sends a wrong one, and run the command again in ${answer.headers.get('retry-after')} seconds.`,
      ),
    ];
  return [
    clientSecret
      ? fault(
          'secret-wrong',
          'The client secret is not that of the application.',
          'Take the present OIDC_CLIENT_SECRET from the connection Secret or from the tab Connect: it may have been rotated. A public client sends none.',
        )
      : fault(
          'secret-missing',
          'The application is confidential, and no client secret is given.',
          'Write OIDC_CLIENT_SECRET. A program that runs in browsers needs a public client: publicClient: true.',
        ),
  ];
}

/** The providers of an application are public with their category. */
function mailFindings(application: PublicApplication | null): Finding[] {
  const { providers } = application ?? {};
  if (!providers || providers.some(({ provider }) => provider?.category === 'Email')) return [];
  return [
    warning(
      'mail',
      'The application has no mail provider, so people get no codes by mail and cannot recover a password by mail.',
      'Add a provider of the category Email to the application.',
    ),
  ];
}
