import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { openIdFlow } from './flow/openid-flow.ts';
import { mappedProfile, standardClaims } from './profile.ts';

/**
 * GitLab speaks OpenID Connect, at gitlab.com and at servers of one's own. Read on 2026-11-23:
 * https://docs.gitlab.com/integration/openid_connect_provider/. The `sub` is the number of the user. A registration of Casdoor 2022 had the
 * scopes read_user and profile; it needs openid, profile and email.
 */
export const gitlab = openIdFlow({
  issuer: (provider) => addressOf(provider).replace(/\/+$/, ''),
  scope: () => 'openid profile email',
  profile: (claims, provider) => ({
    ...mappedProfile(claims, { userMapping: [] }, standardClaims),
    issuer: provider.domain && String(claims.iss),
  }),
});
