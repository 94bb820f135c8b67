import { openIdFlow } from './flow/openid-flow.ts';
import { profileOf, textOf } from './profile.ts';

/**
 * An installation of Casdoor, or of this product. It speaks OpenID Connect, and follows Casdoor 2022 here: in its claims `name` is the user
 * name and `preferred_username` the display name. Its ID token has the whole user. No newer document was within reach on 2026-11-23.
 */
export const casdoor = openIdFlow({
  issuer: ({ domain }) => domain.trim().replace(/\/+$/, ''),
  scope: () => 'openid profile email',
  profile: (claims) =>
    profileOf(
      {
        id: textOf(claims.sub),
        username: textOf(claims.name),
        displayName: textOf(claims.preferred_username) || textOf(claims.displayName),
        email: textOf(claims.email),
        isEmailVerified: claims.email_verified === true || claims.emailVerified === true,
        avatar: textOf(claims.picture) || textOf(claims.avatar),
        issuer: textOf(claims.iss),
      },
      claims,
    ),
});
