import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isByMaster } from '../../kinds/session/authentication-methods.ts';

/** Notes how a user has signed in, for a grant without a code and a session. */
export const noteMethods = ({ oidc }: KoaContextWithOIDC, amr: string[]) => oidc.entity('Credentials', { amr });

type Source = { nonce?: string; amr?: string[] } | undefined;

/** The source of a token: a code, a refresh token, credentials, or the session at the authorization endpoint. */
export function sourceOfToken(): Source {
  const oidc = Provider.ctx?.oidc;
  const { AuthorizationCode, RefreshToken, DeviceCode, Credentials } = (oidc?.entities ?? {}) as Record<string, Source>;
  const atOnce = oidc?.session && { nonce: oidc.params?.nonce as string, amr: oidc.session.amr as string[] };
  return AuthorizationCode ?? RefreshToken ?? DeviceCode ?? Credentials ?? atOnce;
}

/** A claim in every token of a user as whom another person signed in. */
export const impersonationClaim = (): { isImpersonated?: true } =>
  isByMaster(sourceOfToken()?.amr) ? { isImpersonated: true } : {};
