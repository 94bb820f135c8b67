import { openIdFlow } from './flow/openid-flow.ts';
import { mappedProfile, standardClaims } from './profile.ts';

/** Casdoor 2022 called `{domain}/v1/authorize`. The organization's own authorization server has that path, but not its issuer, below /oauth2. */
const issuerOf = (domain: string) =>
  domain
    .trim()
    .replace(/\/+$/, '')
    .replace(/^(https?:\/\/[^/]+)\/oauth2$/, '$1');

/**
 * Okta speaks OpenID Connect. Its domain is the issuer of an authorization server. Read on 2026-11-23:
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/ and
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/OrgAS.
 */
export const okta = openIdFlow({
  issuer: ({ domain }) => issuerOf(domain),
  scope: () => 'openid profile email',
  profile: (claims) => ({
    ...mappedProfile(claims, { userMapping: [] }, standardClaims),
    issuer: String(claims.iss),
  }),
});
