import { openIdFlow } from './flow/openid-flow.ts';
import { mappedProfile, standardClaims } from './profile.ts';

/**
 * Sign In with LinkedIn speaks OpenID Connect. Read on 2026-11-23:
 * https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2. It puts no nonce into ID tokens, and its
 * token endpoint refuses a `code_verifier` (https://github.com/authlib/authlib/issues/763, https://github.com/teamhanko/hanko/pull/2405).
 * The scopes of Casdoor 2022, r_liteprofile and r_emailaddress, are closed to new applications.
 */
export const linkedin = openIdFlow({
  issuer: () => 'https://www.linkedin.com/oauth',
  scope: () => 'openid profile email',
  lacks: ['pkce', 'nonce'],
  profile: (claims) => mappedProfile(claims, { userMapping: [] }, { ...standardClaims, username: 'name' }),
});
