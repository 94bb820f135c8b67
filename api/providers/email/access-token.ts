import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import { type AccessToken, createTokenCache } from '../token-cache.ts';

const answered = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(0) });
const refused = z.object({ error: z.string(), error_description: z.string().default('') });

const assertionSeconds = 300;

const tokens = createTokenCache();

const problem = (text: string, cause?: unknown) =>
  new Refusal('mail-failed', { problem: text.replaceAll(/\s+/g, ' ').slice(0, 200) }, { cause });

/** The assertion of a service account that acts for a mailbox (RFC 7523). */
async function assertionOf({ clientId, clientId2, clientSecret, customScope, customTokenUrl }: Provider) {
  const key = await importPKCS8(clientSecret, 'RS256').catch((cause) => {
    throw problem('the client secret is not the private key of a service account', cause);
  });
  return new SignJWT({ scope: customScope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId2)
    .setAudience(customTokenUrl)
    .setIssuedAt()
    .setExpirationTime(`${assertionSeconds}s`)
    .sign(key);
}

const isPrivateKey = (secret: string) => secret.includes('-----BEGIN PRIVATE KEY-----');

/** The form of the request: with a refresh token, with an assertion of a service account, or with the credentials of the client. */
async function formOf(provider: Provider): Promise<Record<string, string>> {
  const { clientId, clientSecret, clientSecret2, customScope } = provider;
  if (!clientSecret2 && isPrivateKey(clientSecret))
    return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await assertionOf(provider) };
  const client = { client_id: clientId, client_secret: clientSecret, ...(customScope && { scope: customScope }) };
  return clientSecret2
    ? { grant_type: 'refresh_token', refresh_token: clientSecret2, ...client }
    : { grant_type: 'client_credentials', ...client };
}

async function fetchToken(provider: Provider, way: EgressClient): Promise<AccessToken> {
  const { status, body } = await way.fetch(
    provider.customTokenUrl,
    {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(await formOf(provider)).toString(),
    },
    { redirects: 0 },
  );
  const { host } = new URL(provider.customTokenUrl);
  let read: unknown;
  try {
    read = JSON.parse(body.toString());
  } catch (cause) {
    throw problem(`${host} answered ${status} without JSON`, cause);
  }
  const found = answered.safeParse(read);
  if (status === 200 && found.success)
    return { accessToken: found.data.access_token, expires: Date.now() + found.data.expires_in * 1000 };
  const { error, error_description } = refused.catch({ error: '', error_description: '' }).parse(read);
  throw problem(`${host} answered ${status} ${error} ${error_description}`.trim());
}

/**
 * An access token for the mailbox of a provider. It is kept until shortly before its end, or until the mail server refuses it.
 */
export async function accessTokenOf(provider: Provider, way: EgressClient, isRefused: boolean): Promise<string> {
  const { clientId, clientSecret, clientId2, clientSecret2, customTokenUrl, customScope } = provider;
  const about = [clientId, clientSecret, clientId2, clientSecret2, customTokenUrl, customScope];
  if (isRefused) tokens.forget(way, about);
  return tokens.get({ way, about, now: Date.now() }, () => fetchToken(provider, way));
}
