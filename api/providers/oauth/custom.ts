import { codeFlow } from './flow/code-flow.ts';
import { bearer } from './flow/read-json.ts';
import { recognisedClaims } from './name-claims.ts';
import { mappedProfile } from './profile.ts';
import { refusedBy } from './sign-in-service.ts';

/** A service with addresses of one's own. Casdoor 2022 reports a problem as `status` and `msg` in place of the user. */
export const custom = codeFlow({
  server: ({ customAuthUrl, customTokenUrl }) => ({
    authorization_endpoint: customAuthUrl,
    token_endpoint: customTokenUrl,
  }),
  scope: ({ customScope }) => customScope,
  async profile(ask, accessToken, provider) {
    const claims = await ask(provider.customUserInfoUrl, bearer(accessToken));
    if (claims.status) throw refusedBy(`err: ${claims.msg}`);
    return { ...mappedProfile(claims, provider, recognisedClaims(claims)), issuer: provider.customUserInfoUrl };
  },
});
