import { type KoaContextWithOIDC, Provider } from 'oidc-provider';

/** The method by which somebody else, who knew the master password, signed in as the user (S17). */
const master = 'master';

/** How a user proved who he is, as everything that is given for it remembers. */
export const methodsOf = (isImpersonated: boolean): string[] => (isImpersonated ? ['pwd', master] : ['pwd']);

export const isByMaster = (amr: readonly string[] = []): boolean => amr.includes(master);

/** Notes how a user proved who he is where neither a code nor a session tells. */
export const noteMethods = ({ oidc }: KoaContextWithOIDC, amr: string[]) => oidc.entity('Credentials', { amr });

type Source = { nonce?: string; amr?: string[] } | undefined;

/** What a token is given for: a code, a refresh token, credentials, or the session at the authorization endpoint. */
export function sourceOfToken(): Source {
  const oidc = Provider.ctx?.oidc;
  const { AuthorizationCode, RefreshToken, DeviceCode, Credentials } = (oidc?.entities ?? {}) as Record<string, Source>;
  const atOnce = oidc?.session && { nonce: oidc.params?.nonce as string, amr: oidc.session.amr as string[] };
  return AuthorizationCode ?? RefreshToken ?? DeviceCode ?? Credentials ?? atOnce;
}

/** What every token says whose user was signed in by somebody else. */
export const impersonationClaim = (): { isImpersonated?: true } =>
  isByMaster(sourceOfToken()?.amr) ? { isImpersonated: true } : {};
