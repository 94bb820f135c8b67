import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { codeFlow } from './flow/code-flow.ts';
import { bearer, type Json } from './flow/read-json.ts';
import { forgeProfile, provedAddress } from './forge-profile.ts';
import { textOf } from './profile.ts';

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

const siteOf = (provider: Provider) => withoutSlash(addressOf(provider));

/** An enterprise server has the same API below its own address. */
const apiOf = (provider: Provider) => (provider.domain ? `${siteOf(provider)}/api/v3` : 'https://api.github.com');

const isProved = ({ verified }: Json) => verified === true;
const isPrimary = ({ primary }: Json) => primary === true;

/**
 * An OAuth app of GitHub. Read on 2026-11-23:
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps,
 * https://docs.github.com/en/rest/users/users#get-the-authenticated-user and
 * https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user.
 */
export const github = codeFlow({
  server: (provider) => ({
    authorization_endpoint: `${siteOf(provider)}/login/oauth/authorize`,
    token_endpoint: `${siteOf(provider)}/login/oauth/access_token`,
  }),
  scope: () => 'user:email read:user',
  async profile(ask, accessToken, provider) {
    const api = apiOf(provider);
    const [user, addresses] = await Promise.all([
      ask(`${api}/user`, bearer(accessToken)),
      ask(`${api}/user/emails`, bearer(accessToken)),
    ]);
    return forgeProfile(user, provedAddress(addresses, isProved, isPrimary), {
      affiliation: textOf(user.company),
      location: textOf(user.location),
      issuer: provider.domain && siteOf(provider),
    });
  },
});
