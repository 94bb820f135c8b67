import type { z } from 'zod';
import type { clientFields } from './client-fields.ts';

type Client = { [Name in keyof typeof clientFields]: z.output<(typeof clientFields)[Name]> };
type Settings = Pick<
  Client,
  'clientType' | 'grantTypes' | 'oauthFeatures' | 'requirePushedRequests' | 'requirePkce' | 'rotateRefreshTokens'
>;
type Grant = Settings['grantTypes'][number];

/** The grants that FAPI 2 allows (5.3.2.1). The others show tokens to browsers, or passwords to the client. */
const grants: readonly Grant[] = ['authorization_code', 'refresh_token', 'client_credentials'];
const features: Settings['oauthFeatures'] = ['dpop'];

/** The settings of FAPI 2 for an application, with what it has besides. */
export const fapiSettings = (now: Pick<Settings, 'grantTypes' | 'oauthFeatures'>): Settings => ({
  clientType: 'private_key',
  grantTypes: [...new Set<Grant>(['authorization_code', ...now.grantTypes])].filter((each) => grants.includes(each)),
  oauthFeatures: [...new Set([...now.oauthFeatures, ...features])],
  requirePushedRequests: true,
  requirePkce: true,
  rotateRefreshTokens: false,
});

/** An application with these settings is judged by FAPI 2. It chooses its rotation and grants itself. */
export const followsFapi = ({
  clientType,
  oauthFeatures,
  requirePushedRequests,
  requirePkce,
}: Omit<Settings, 'grantTypes' | 'rotateRefreshTokens'>): boolean =>
  clientType === 'private_key' && requirePushedRequests && requirePkce && oauthFeatures.includes('dpop');
