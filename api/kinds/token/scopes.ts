/** The scope and the claim of what a user has subscribed to. */
export const entitlements = 'entitlements';

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
  [entitlements]: [entitlements],
};

/** The scope that Casdoor's clients request. A request without a known scope means it too. */
export const defaultScope = 'read';

export const scopes = ['openid', 'offline_access', 'profile', 'email', 'address', 'phone', entitlements, defaultScope];

/** The scopes of a request that nobody can get. */
export const unknownScopes = (asked: unknown): string[] =>
  typeof asked === 'string' ? asked.split(' ').filter((scope) => scope && !scopes.includes(scope)) : [];
