import type { Problem } from '../problem.ts';

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
export const clientTypes = ['confidential', 'public', 'workload'] as const;
export const oauthFeatures = ['device_authorization', 'pushed_authorization_requests', 'form_post', 'dpop'] as const;

/** With this grant, an application acts for itself and proves that by its secret or its ServiceAccount. A public client has neither. */
export const checkGrantTypes = (clientType: string, grants: readonly string[]): Problem[] =>
  clientType === 'public' && grants.includes('client_credentials')
    ? [{ path: 'grantTypes', code: 'not-for-public-client', params: { value: 'client_credentials' } }]
    : [];

/** Client id and secret are sent in headers and forms, so the standard allows only these characters (RFC 6749, A.1). */
export const checkCredentials = (credentials: Readonly<Record<string, string>>): Problem[] =>
  Object.entries(credentials).flatMap(([path, value]) =>
    /[^\x20-\x7e]/.test(value) ? [{ path, code: 'not-plain' }] : [],
  );
