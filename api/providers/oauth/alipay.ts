import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { alipayParameters } from '../alipay-request.ts';
import { privateKeyIn } from '../rsa-key.ts';
import { memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import type { Ask, Json } from './flow/read-json.ts';
import { postedForm } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';
import { refusedBy } from './sign-in-service.ts';

async function call(ask: Ask, provider: Provider, method: string, own: Record<string, string>): Promise<Json> {
  const key = privateKeyIn(provider.clientSecret);
  if (!key) throw refusedBy('the client secret is no private key');
  const parameters = alipayParameters({ method, ...own }, { appId: provider.clientId, key, now: new Date() });
  const answer = await ask(`${addressOf(provider)}/gateway.do`, postedForm(parameters));
  const told = answer[`${method.replaceAll('.', '_')}_response`] ?? answer.error_response ?? {};
  // 10000 is success. The sub code says what is wrong.
  if (told.code !== undefined && told.code !== '10000')
    throw refusedBy([told.code, told.sub_code, told.sub_msg ?? told.msg].map(textOf).filter(Boolean).join(' '));
  return told;
}

/**
 * Alipay. The client secret is the application's private key. New applications get open_id in place of user_id. Read on 2026-11-23:
 * https://docs.antom.com/ac/solution_api/oauth_token, https://docs.antom.com/ac/solution_api/infoshare and
 * https://docs.antom.com/ac/common/obtain_uid. The signature of an answer is not checked: it comes over TLS.
 */
export const alipay = ownFlow({
  codeName: 'auth_code',
  page: ({ provider, redirectUri, state }) =>
    addressWith('https://openauth.alipay.com/oauth2/publicAppAuthorize.htm', {
      app_id: provider.clientId,
      scope: 'auth_user',
      redirect_uri: redirectUri,
      state,
    }),
  async profile(ask, code, { provider }) {
    const grant = { grant_type: 'authorization_code', code };
    const auth_token = memberOf(await call(ask, provider, 'alipay.system.oauth.token', grant), 'access_token');
    const user = await call(ask, provider, 'alipay.user.info.share', { auth_token });
    const nickname = textOf(user.nick_name);
    return profileOf(
      {
        id: textOf(user.user_id) || memberOf(user, 'open_id'),
        username: nickname,
        displayName: nickname,
        avatar: textOf(user.avatar),
      },
      user,
    );
  },
});
