import type { Request } from 'express';
import type { Provider } from 'oidc-provider';

const basicPair = (header = '') => {
  const [, encoded] = /^basic +(\S+)$/i.exec(header) ?? [];
  return encoded && Buffer.from(encoded, 'base64').toString();
};

/** The era's clients prove themselves in the header and in the body at once. One of two equal proofs is enough. */
export function dropSecondProof({ headers, body }: Request): void {
  const { client_id, client_secret } = body ?? {};
  if (client_secret && basicPair(headers.authorization) === `${client_id}:${client_secret}`) delete body.client_secret;
}

/**
 * The era's clients exchange a code without saying where it was sent, as OAuth 2.1 does. A client that proves itself may;
 * one that says where must say it rightly (S35).
 */
export async function fillRedirectUri({ body, headers }: Request, provider: Provider): Promise<void> {
  const { grant_type, code, redirect_uri, client_secret } = body ?? {};
  if (grant_type !== 'authorization_code' || typeof code !== 'string' || redirect_uri !== undefined) return;
  if (!client_secret && !headers.authorization) return;
  const found = await provider.AuthorizationCode.find(code, { ignoreExpiration: true });
  if (found?.redirectUri) body.redirect_uri = found.redirectUri;
}
