import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import { profileOf, textOf } from './profile.ts';
import { refusedBy } from './sign-in-service.ts';

const failure = ['error', 'error_description'] as const;

/**
 * QQ Connect: requests by GET, and failures with status 200. Its user tells a nickname and a picture. An excerpt of
 * https://wiki.connect.qq.com/使用authorization_code获取access_token was read on 2026-11-23. The pages 获取用户openid_oauth2-0 and
 * get_user_info of the same site were out of reach, so these requests are those of Casdoor 2022.
 */
export const qq = ownFlow({
  page: ({ provider, redirectUri, state }) =>
    addressWith(`${addressOf(provider)}/oauth2.0/authorize`, {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: 'get_user_info',
      state,
    }),
  async profile(ask, code, { provider, redirectUri }) {
    const { clientId, clientSecret } = provider;
    const site = addressOf(provider);
    const token = await ask(
      addressWith(`${site}/oauth2.0/token`, {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        fmt: 'json',
      }),
    );
    const access_token = memberOf(accepted(token, failure), 'access_token');
    const me = accepted(await ask(addressWith(`${site}/oauth2.0/me`, { access_token, fmt: 'json' })), failure);
    if (textOf(me.client_id) !== clientId) throw refusedBy('the token belongs to another application');
    const openid = memberOf(me, 'openid');
    const parameters = { access_token, oauth_consumer_key: clientId, openid };
    const user = accepted(await ask(addressWith(`${site}/user/get_user_info`, parameters)), ['ret', 'msg']);
    const nickname = textOf(user.nickname);
    const avatar = textOf(user.figureurl_qq_1);
    return profileOf({ id: openid, username: nickname, displayName: nickname, avatar }, { openid, ...user });
  },
});
