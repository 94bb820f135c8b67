import type { Request } from 'express';
import type { Provider } from 'oidc-provider';
import { miniProgramGrant } from './client-metadata.ts';

const basicPair = (header = '') => {
  const [, encoded] = /^basic +(\S+)$/i.exec(header) ?? [];
  return encoded && Buffer.from(encoded, 'base64').toString();
};

/** Clients of Casdoor 2022 send their secret in the header and in the body. One of two equal secrets is enough. */
export function dropSecondProof({ headers, body }: Request): void {
  const { client_id, client_secret } = body ?? {};
  if (client_secret && basicPair(headers.authorization) === `${client_id}:${client_secret}`) delete body.client_secret;
}

/**
 * Clients of Casdoor 2022 exchange a code without its redirect address, as OAuth 2.1 does. A client that proves itself may leave
 * it out. If it names an address, this must be the right one (S35).
 */
export async function fillRedirectUri({ body, headers }: Request, provider: Provider): Promise<void> {
  const { grant_type, code, redirect_uri, client_secret } = body ?? {};
  if (grant_type !== 'authorization_code' || typeof code !== 'string' || redirect_uri !== undefined) return;
  if (!client_secret && !headers.authorization) return;
  const found = await provider.AuthorizationCode.find(code, { ignoreExpiration: true });
  if (found?.redirectUri) body.redirect_uri = found.redirectUri;
}

/** Mini programs name a tag besides a grant type of their choice. */
export function nameMiniProgramGrant({ body }: Request): void {
  if (body?.tag === miniProgramGrant && body.grant_type) body.grant_type = miniProgramGrant;
}
