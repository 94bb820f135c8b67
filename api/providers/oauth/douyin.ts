import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import { postedForm } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';

/**
 * Douyin. Read on 2026-11-23: https://developer.open-douyin.com/docs/resource/zh-CN/dop/develop/sdk/web-app/web/permission,
 * https://developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/account-permission/get-access-token and
 * https://developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/account-permission/get-account-open-info.
 */
export const douyin = ownFlow({
  page: ({ provider, redirectUri, state }) =>
    addressWith(`${addressOf(provider)}/platform/oauth/connect/`, {
      client_key: provider.clientId,
      response_type: 'code',
      scope: 'user_info',
      redirect_uri: redirectUri,
      state,
    }),
  async profile(ask, code, { provider }) {
    const { clientId: client_key, clientSecret: client_secret } = provider;
    const site = addressOf(provider);
    const exchange = postedForm({ client_key, client_secret, code, grant_type: 'authorization_code' });
    const { data: token = {} } = await ask(`${site}/oauth/access_token/`, exchange);
    accepted(token, ['error_code', 'description']);
    const [access_token, open_id] = [memberOf(token, 'access_token'), memberOf(token, 'open_id')];
    const answer = await ask(`${site}/oauth/userinfo/`, postedForm({ access_token, open_id }));
    const user = accepted(answer, ['err_no', 'err_msg']).data ?? {};
    accepted(user, ['error_code', 'description']);
    const nickname = textOf(user.nickname);
    return profileOf(
      { id: memberOf(user, 'open_id'), username: nickname, displayName: nickname, avatar: textOf(user.avatar) },
      user,
    );
  },
});
