/** The fields of a user that applications learn with each scope of OpenID Connect: as they are in access tokens, and as claims in userinfo. */
export const toldByScope = {
  profile: [
    ...['id', 'owner', 'name', 'displayName', 'firstName', 'lastName', 'avatar', 'homepage'],
    ...['gender', 'birthday', 'timeZone', 'language'],
  ],
  email: ['email', 'emailVerified'],
  address: ['location', 'address', 'region'],
  phone: ['phone', 'phoneVerified'],
} as const;
