import { openIdFlow } from './flow/openid-flow.ts';
import { recognisedClaims } from './name-claims.ts';
import { mappedProfile, textOf } from './profile.ts';

/**
 * An installation of Casdoor, or of this product. It speaks OpenID Connect. In the claims of Casdoor 2022, `name` is the user name and
 * `preferred_username` the display name; its ID token has the whole user. An installation of this product follows the standard by default. No
 * newer document was within reach on 2026-11-23.
 */
export const casdoor = openIdFlow({
  issuer: ({ domain }) => domain.trim().replace(/\/+$/, ''),
  scope: () => 'openid profile email',
  profile: (claims, provider) => ({
    ...mappedProfile(claims, provider, recognisedClaims(claims)),
    issuer: textOf(claims.iss),
  }),
});
