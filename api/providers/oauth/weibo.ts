import { codeFlow } from './flow/code-flow.ts';
import { profileOf, textOf } from './profile.ts';

const api = 'https://api.weibo.com';

/**
 * Weibo has the code grant of OAuth 2. Read on 2026-11-23: https://open.weibo.com/wiki/OAuth2/access_token and
 * https://open.weibo.com/wiki/2/users/show. The documents of account/get_uid and account/profile/email were not within reach. The user's number comes from the token: Weibo warns against that of the exchange. Only
 * some applications may read the address, and nothing says that it is verified.
 */
export const weibo = codeFlow({
  server: () => ({ authorization_endpoint: `${api}/oauth2/authorize`, token_endpoint: `${api}/oauth2/access_token` }),
  scope: () => 'email',
  async profile(ask, accessToken) {
    const call = (path: string, more = {}) =>
      ask(`${api}/2/${path}.json?${new URLSearchParams({ access_token: accessToken, ...more })}`);
    const uid = textOf((await call('account/get_uid')).uid);
    const [user, addresses] = await Promise.all([
      call('users/show', { uid }),
      call('account/profile/email').catch(() => []),
    ]);
    return profileOf(
      {
        id: uid,
        username: textOf(user.name),
        displayName: textOf(user.screen_name) || textOf(user.name),
        email: textOf(Array.isArray(addresses) ? addresses[0]?.email : ''),
        avatar: textOf(user.avatar_large),
        homepage: textOf(user.url),
        location: textOf(user.location),
        bio: textOf(user.description),
      },
      user,
    );
  },
});
