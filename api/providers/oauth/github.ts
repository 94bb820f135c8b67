import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { codeFlow } from './flow/code-flow.ts';
import { bearer, type Json } from './flow/read-json.ts';
import { profileOf, textOf } from './profile.ts';

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

const siteOf = (provider: Provider) => withoutSlash(addressOf(provider));

/** An enterprise server has the same API below its own address. */
const apiOf = (provider: Provider) => (provider.domain ? `${siteOf(provider)}/api/v3` : 'https://api.github.com');

/** The profile shows an address that its user chose. Only the list of addresses says which one is proved. */
const provedAddress = (addresses: unknown): string =>
  (Array.isArray(addresses) ? (addresses as Json[]) : [])
    .filter(({ verified }) => verified === true)
    .toSorted((a, b) => Number(b.primary === true) - Number(a.primary === true))
    .map(({ email }) => textOf(email))[0] ?? '';

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
    const email = provedAddress(addresses);
    return profileOf(
      {
        id: textOf(user.id),
        username: textOf(user.login),
        displayName: textOf(user.name),
        email: email || textOf(user.email),
        isEmailVerified: email !== '',
        avatar: textOf(user.avatar_url),
        affiliation: textOf(user.company),
        homepage: textOf(user.blog),
        location: textOf(user.location),
        bio: textOf(user.bio),
        issuer: provider.domain && siteOf(provider),
      },
      user,
    );
  },
});
