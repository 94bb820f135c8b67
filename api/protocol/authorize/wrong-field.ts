import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Problem } from '../../signin/contracts/authorization-server.ts';
import { ExpiredCert } from '../clients/expired-cert.ts';
import { ChallengeMissing } from '../errors/challenge-missing.ts';
import { hasGoodChallenge } from '../errors/good-challenge.ts';

/** The library's errors name a parameter only in an English sentence. */
export function wrongFieldOf(error: object | undefined, { oidc }: KoaContextWithOIDC): Problem['field'] {
  if (error instanceof ExpiredCert) return 'cert';
  if (error instanceof errors.InvalidRedirectUri) return 'redirect_uri';
  if (error instanceof errors.UnsupportedResponseType || error instanceof errors.UnauthorizedClient)
    return 'response_type';
  if (error instanceof ChallengeMissing) return 'code_challenge';
  const isGeneral = error instanceof errors.InvalidRequest;
  return isGeneral && !hasGoodChallenge(oidc.params ?? {}) ? 'code_challenge' : undefined;
}
