import { entitlements, groups } from '@doorwright/crds/options/oauth-scopes.ts';

/** Claims of userinfo and ID tokens by scope. */
export const claimsByScope = {
  openid: ['sub'],
  profile: [
    ...['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'picture', 'website'],
    ...['profile', 'gender', 'birthdate', 'zoneinfo', 'locale', 'updated_at'],
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified', 'phone'],
  [groups]: [groups],
  [entitlements]: [entitlements],
};
