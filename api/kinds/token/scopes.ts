/** Claims of userinfo and ID tokens by the scope that asks for them. */
export const claimsByScope = {
  openid: ['sub'],
  profile: ['name', 'preferred_username', 'picture', 'locale', 'website'],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone'],
};

/** What Casdoor's clients ask for, and what everybody means who asks for nothing that is known here. */
export const usualScope = 'read';

export const scopes = ['openid', 'offline_access', 'profile', 'email', 'address', 'phone', usualScope];
