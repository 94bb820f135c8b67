import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import type { Ask, Json } from './flow/read-json.ts';
import { postedForm } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';
import { refusedBy } from './sign-in-service.ts';

/** Alipay's tool writes the key without the lines around it, as PKCS #8 for Java and as PKCS #1 for others. */
function privateKeyOf({ clientSecret }: Provider): KeyObject {
  const text = clientSecret.trim();
  const der = { key: Buffer.from(text, 'base64'), format: 'der' as const };
  const forms = text.startsWith('-----')
    ? [text]
    : [
        { ...der, type: 'pkcs8' as const },
        { ...der, type: 'pkcs1' as const },
      ];
  for (const form of forms)
    try {
      return createPrivateKey(form);
    } catch {
      // The next form may fit. The cause would repeat parts of the key.
    }
  throw refusedBy('the client secret is no private key');
}

/** Alipay's clocks are in Beijing. */
const timestamp = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** RSA2: a signature over all parameters, in the order of their names. */
function signed(parameters: Readonly<Record<string, string>>, key: KeyObject): Record<string, string> {
  const text = Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  return { ...parameters, sign: sign('sha256', Buffer.from(text), key).toString('base64') };
}

async function call(ask: Ask, provider: Provider, method: string, own: Record<string, string>): Promise<Json> {
  const common = { app_id: provider.clientId, format: 'JSON', charset: 'utf-8', sign_type: 'RSA2', version: '1.0' };
  const parameters = signed({ ...common, method, timestamp: timestamp(), ...own }, privateKeyOf(provider));
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
