import { codeFlow } from './flow/code-flow.ts';
import { bearer, type Json } from './flow/read-json.ts';
import { profileOf, textOf } from './profile.ts';

const site = 'https://gitee.com';

/** The profile shows an address that its user chose. Only the list of addresses says which one is confirmed. */
const confirmedAddress = (addresses: unknown): string =>
  (Array.isArray(addresses) ? (addresses as Json[]) : [])
    .filter(({ state }) => state === 'confirmed')
    .toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
    .map(({ email }) => textOf(email))[0] ?? '';

const isPrimary = ({ scope }: Json): boolean => Array.isArray(scope) && scope.includes('primary');

/**
 * Gitee has the code grant of OAuth 2. Read on 2026-11-23, in a copy: https://gitee.com/api/v5/oauth_doc. The description of /v5/emails was not
 * within reach. An address without the state `confirmed` counts as not verified.
 */
export const gitee = codeFlow({
  server: () => ({ authorization_endpoint: `${site}/oauth/authorize`, token_endpoint: `${site}/oauth/token` }),
  scope: () => 'user_info emails',
  async profile(ask, accessToken) {
    const [user, addresses] = await Promise.all([
      ask(`${site}/api/v5/user`, bearer(accessToken)),
      ask(`${site}/api/v5/emails`, bearer(accessToken)),
    ]);
    const email = confirmedAddress(addresses);
    return profileOf(
      {
        id: textOf(user.id),
        username: textOf(user.login),
        displayName: textOf(user.name),
        email: email || textOf(user.email),
        isEmailVerified: email !== '',
        avatar: textOf(user.avatar_url),
        homepage: textOf(user.blog),
        bio: textOf(user.bio),
      },
      user,
    );
  },
});
