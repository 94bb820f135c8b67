import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import type { ProtocolWorld } from '../world.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

export interface ClientKey {
  jwk: JWK;
  privateKey: Pair['privateKey'];
}

export async function clientKey(alg = 'ES256', kid = 'k-1'): Promise<ClientKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg }, privateKey };
}

export const keySet = (...keys: ClientKey[]): string => JSON.stringify({ keys: keys.map(({ jwk }) => jwk) });

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/** A JWT that a client signs: its proof, or with other claims its request. */
export const signed = ({ jwk, privateKey }: ClientKey, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: String(jwk.alg), kid: String(jwk.kid) }).sign(privateKey);

/** A good proof of a client, with some other claims; `undefined` leaves one out. */
export const proofClaims = (
  { url }: { url: string },
  { clientId }: Pick<Application, 'clientId'>,
  own: Record<string, unknown> = {},
): JWTPayload => ({
  iss: clientId,
  sub: clientId,
  aud: url,
  jti: randomUUID(),
  exp: inSeconds(60),
  ...own,
});

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export const asProof = (client_assertion: string) => ({ client_assertion_type: assertionType, client_assertion });

/** An application that proves itself by this key. */
export const keyApplication = (world: ProtocolWorld, key: ClientKey, own: Partial<Application> = {}) =>
  world.application(`app-${randomUUID()}`, {
    clientType: 'private_key',
    jwks: keySet(key),
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    ...own,
  });

/** Posts a form, and answers status and fields. */
export async function postForm(world: ProtocolWorld, path: string, fields: Record<string, string>, headers = {}) {
  const { status, body } = await world.app.anonymous.post(path, new URLSearchParams(fields), { headers });
  const { error, refresh_token, request_uri } = body as unknown as Record<string, string | undefined>;
  return { ...(body as object), status, error, refresh_token, request_uri };
}

export const tokenPath = '/api/login/oauth/access_token';
