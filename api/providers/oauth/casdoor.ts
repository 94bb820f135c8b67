import { openIdFlow } from './flow/openid-flow.ts';
import { profileOf, textOf } from './profile.ts';

/**
 * An installation of Casdoor, or of this product. It speaks OpenID Connect. Read on 2026-11-23:
 * https://casdoor.org/docs/how-to-connect/oidc-client/ and https://casdoor.org/docs/token/overview. In its claims `name` is the user name and
 * `preferred_username` the display name.
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
