import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { createOpenIdService, type OpenIdService } from './openid-service.ts';
import { json, type Said } from './stand-in.ts';

const site = 'https://appleid.apple.com';
const half = 180 * 24 * 60 * 60;

export interface Apple extends OpenIdService {
  teamId: string;
  keyId: string;
  /** A key that Apple does not know. */
  foreignSecret: string;
  /** The name that somebody tells at their first sign-in. */
  toldName: { firstName: string; lastName: string };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A page that posts its fields at once. */
function formPost(back: URL, fields: Iterable<readonly [string, string]>): Said {
  const inputs = [...fields].map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`);
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><title>Apple</title><form method="post" action="${back.origin}${back.pathname}">${inputs.join('')}</form>
<script>document.forms[0].submit()</script></html>`,
  };
}

/**
 * Sign in with Apple. Read on 2026-11-23:
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret and
 * https://developer.apple.com/documentation/signinwithapplerestapi/generate_and_validate_tokens. The secret is a token of ES256 with the key
 * id, the team, the client, Apple as its audience, and six months at most. Requests with scopes are answered by a form, and only the first
 * answer tells the name.
 */
export async function createApple(): Promise<Apple> {
  const key = await generateKeyPair('ES256', { extractable: true });
  const foreign = await generateKeyPair('ES256', { extractable: true });
  const [teamId, keyId, clientId] = ['A1B2C3D4E5', 'ABC123DEFG', 'dev.doorwright.web'];
  const known = new Set<unknown>();

  async function knows(secret: string): Promise<boolean> {
    try {
      const { payload } = await jwtVerify(secret, key.publicKey, {
        ...{ algorithms: ['ES256'], issuer: teamId, subject: clientId, audience: site },
        requiredClaims: ['iat', 'exp'],
      });
      return decodeProtectedHeader(secret).kid === keyId && Number(payload.exp) - Number(payload.iat) <= half;
    } catch {
      return false;
    }
  }

  const service = (await createOpenIdService({
    issuer: site,
    endpoints: { authorize: `${site}/auth/authorize`, token: `${site}/auth/token`, keys: `${site}/auth/keys` },
    clientId,
    inIdToken: ['sub', 'email', 'email_verified', 'is_private_email'],
    rules: {
      scopes: ['openid', 'name', 'email'],
      pkce: 'ignored',
      knows,
      refuse: (_, error) => json(400, { error }),
      respond(back, { sub, email }) {
        const isFirst = !known.has(sub) && back.searchParams.has('code');
        if (isFirst) known.add(sub);
        const user = JSON.stringify({ name: service.toldName, email });
        return formPost(back, [...back.searchParams, ...(isFirst ? [['user', user] as const] : [])]);
      },
    },
  })) as Apple;
  const answer = service.answer;
  return Object.assign(service, {
    ...{ teamId, keyId, toldName: { firstName: '', lastName: '' } },
    clientSecret: await exportPKCS8(key.privateKey),
    foreignSecret: await exportPKCS8(foreign.privateKey),
    namesIssuer: undefined,
    answer: (asked: Parameters<typeof answer>[0]) =>
      asked.url.pathname === '/auth/authorize' && asked.url.searchParams.get('response_mode') !== 'form_post'
        ? json(400, {
            error: 'invalid_request',
            error_description: 'response_mode must be form_post when name or email scope is requested.',
          })
        : answer(asked),
  });
}
