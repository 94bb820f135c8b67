import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import { postedJson } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';

/**
 * DingTalk. Its openId is the user's id at this application. Nothing says that email and mobile number are proved. The pages of
 * https://open.dingtalk.com were out of reach on 2026-11-23. Read instead: https://blog.csdn.net/qq_38322527/article/details/145050151
 * and https://blog.csdn.net/m0_37873390/article/details/125595332, which repeat them.
 */
export const dingtalk = ownFlow({
  codeName: 'authCode',
  page: ({ provider, redirectUri, state }) =>
    addressWith('https://login.dingtalk.com/oauth2/auth', {
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: provider.clientId,
      scope: 'openid',
      state,
      prompt: 'consent',
    }),
  async profile(ask, code, { provider }) {
    const { clientId, clientSecret } = provider;
    const api = `${addressOf(provider)}/v1.0`;
    const exchange = postedJson({ clientId, clientSecret, code, grantType: 'authorization_code' });
    const token = memberOf(await ask(`${api}/oauth2/userAccessToken`, exchange), 'accessToken');
    const user = await ask(`${api}/contact/users/me`, { headers: { 'x-acs-dingtalk-access-token': token } });
    const nick = textOf(user.nick);
    return profileOf(
      {
        id: textOf(user.openId),
        username: nick,
        displayName: nick,
        email: textOf(user.email),
        avatar: textOf(user.avatarUrl),
      },
      user,
    );
  },
});
