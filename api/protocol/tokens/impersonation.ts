import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { classOf, isByMaster } from '../../kinds/session/authentication-methods.ts';

/** Notes how a user has signed in, for a grant without a code and a session. */
export const noteMethods = ({ oidc }: KoaContextWithOIDC, proof: { amr: string[]; authTime: number }) =>
  oidc.entity('Credentials', { ...proof, acr: classOf(proof.amr) });

interface Source {
  nonce?: string;
  amr?: string[];
  acr?: string;
  /** In seconds. */
  authTime?: number | undefined;
}

/** The source of a token: a code, a refresh token, credentials, or the session at the authorization endpoint. */
export function sourceOfToken(): Source | undefined {
  const oidc = Provider.ctx?.oidc;
  const { AuthorizationCode, RefreshToken, DeviceCode, Credentials } = (oidc?.entities ?? {}) as Record<
    string,
    Source | undefined
  >;
  const atOnce = oidc?.session && {
    nonce: oidc.params?.nonce as string,
    amr: oidc.session.amr as string[],
    acr: oidc.session.acr as string,
    authTime: oidc.session.authTime(),
  };
  return AuthorizationCode ?? RefreshToken ?? DeviceCode ?? Credentials ?? atOnce;
}

/** A claim in every token of a user as whom another person signed in. */
export const impersonationClaim = (): { isImpersonated?: true } =>
  isByMaster(sourceOfToken()?.amr) ? { isImpersonated: true } : {};

/** Claims that say how and when the user signed in (RFC 9068, RFC 9470). */
export function signInClaims(): { acr?: string; auth_time?: number } {
  const { acr, authTime } = sourceOfToken() ?? {};
  return { ...(acr && { acr }), ...(authTime && { auth_time: authTime }) };
}
