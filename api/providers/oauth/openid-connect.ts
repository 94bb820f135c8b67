import { openIdFlow } from './flow/openid-flow.ts';
import { mappedProfile, standardClaims } from './profile.ts';

const issuerOf = ({ issuerUrl }: { issuerUrl: string }) => issuerUrl.trim();

/** Any service with OpenID Connect Discovery. Its standard claims fill the profile, or the claims of the mapping. */
export const openIdConnect = openIdFlow({
  issuer: issuerOf,
  scope: ({ customScope }) => customScope || 'openid profile email',
  profile: (claims, provider) => ({
    ...mappedProfile(claims, provider, standardClaims),
    issuer: String(claims.iss),
  }),
});
