import type { Problem } from '../problem.ts';
import { checkKeySet } from '../values/key-set.ts';
import { checkKeysUri } from '../values/redirect-uris.ts';

export const tokenFormats = ['JWT', 'JWT-Empty'] as const;
export const nameClaims = ['standard', 'casdoor'] as const;
export const grantTypes = [
  'authorization_code',
  'password',
  'client_credentials',
  'token',
  'id_token',
  'refresh_token',
] as const;
export const clientTypes = ['confidential', 'public', 'workload', 'private_key'] as const;
export const oauthFeatures = ['device_authorization', 'dpop', 'request_objects'] as const;

/** With this grant, an application acts for itself and proves that by its secret or its ServiceAccount. A public client has neither. */
export const checkGrantTypes = (clientType: string, grants: readonly string[]): Problem[] =>
  clientType === 'public' && grants.includes('client_credentials')
    ? [{ path: 'grantTypes', code: 'not-for-public-client', params: { value: 'client_credentials' } }]
    : [];

interface Signing {
  clientType: string;
  oauthFeatures: readonly string[];
  jwks: string;
  jwksUri: string;
}

/** The application signs something, so its keys must be known. */
export const signs = ({ clientType, oauthFeatures: features }: Pick<Signing, 'clientType' | 'oauthFeatures'>) =>
  clientType === 'private_key' || features.includes('request_objects');

/** The keys of an application are in one place: in its settings, or at its address. */
export function checkKeys(application: Signing): Problem[] {
  const { jwks, jwksUri } = application;
  if (jwks && jwksUri) return [{ path: 'jwks', code: 'not-empty-for', params: { other: 'jwksUri' } }];
  if (!jwks && !jwksUri && signs(application)) return [{ path: 'jwks', code: 'empty' }];
  return [...checkKeySet(jwks), ...checkKeysUri(jwksUri)];
}

interface Refreshing {
  clientType: string;
  oauthFeatures: readonly string[];
  rotateRefreshTokens: boolean;
}

/** A refresh token that anyone may use who finds it must change at each use (RFC 9700, 4.14.2). */
export const checkRotation = ({ clientType, oauthFeatures: features, rotateRefreshTokens }: Refreshing): Problem[] =>
  clientType === 'public' && !rotateRefreshTokens && !features.includes('dpop')
    ? [{ path: 'rotateRefreshTokens', code: 'off-for-unbound' }]
    : [];

/** Client id and secret are sent in headers and forms, so the standard allows only these characters (RFC 6749, A.1). */
export const checkCredentials = (credentials: Readonly<Record<string, string>>): Problem[] =>
  Object.entries(credentials).flatMap(([path, value]) =>
    /[^\x20-\x7e]/.test(value) ? [{ path, code: 'not-plain' }] : [],
  );
