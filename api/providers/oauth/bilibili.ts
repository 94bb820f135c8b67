import { createHmac, hash, randomUUID } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import { profileOf, textOf } from './profile.ts';

const failure = ['code', 'message'] as const;

/** The headers of a request without a body, and the signature over them in the order of their names. */
function signedHeaders({ clientId, clientSecret }: Provider, accessToken: string): Record<string, string> {
  const headers = {
    'x-bili-accesskeyid': clientId,
    'x-bili-content-md5': hash('md5', ''),
    'x-bili-signature-method': 'HMAC-SHA256',
    'x-bili-signature-nonce': randomUUID(),
    'x-bili-signature-version': '2.0',
    'x-bili-timestamp': String(Math.floor(Date.now() / 1000)),
  };
  const text = Object.entries(headers)
    .map(([name, value]) => `${name}:${value}`)
    .join('\n');
  const signature = createHmac('sha256', clientSecret).update(text).digest('hex');
  return { ...headers, 'access-token': accessToken, 'Content-Type': 'application/json', Authorization: signature };
}

/**
 * Bilibili. A script reads the page's parameters after the #. Read on 2026-11-23: https://apifox.com/apidoc/docs-site/1106400/doc-885676
 * (the page), https://apifox.com/apidoc/project-1106400/api-23688085 (the token), https://bilibili.apifox.cn/doc-885734 (the signature)
 * and https://apifox.com/apidoc/docs-site/1106400/api-23691686 (the user).
 */
export const bilibili = ownFlow({
  page: ({ provider, redirectUri, state }) =>
    addressWith('https://passport.bilibili.com/register/pc_oauth2.html#/', {
      client_id: provider.clientId,
      return_url: redirectUri,
      response_type: 'code',
      state,
    }),
  async profile(ask, code, { provider }) {
    const { clientId: client_id, clientSecret: client_secret } = provider;
    const grant = { client_id, client_secret, grant_type: 'authorization_code', code };
    const exchange = addressWith(`${addressOf(provider)}/x/account-oauth2/v1/token`, grant);
    const token = accepted(await ask(exchange, { method: 'POST' }), failure).data ?? {};
    const headers = signedHeaders(provider, memberOf(token, 'access_token'));
    const asked = 'https://member.bilibili.com/arcopen/fn/user/account/info';
    const user = accepted(await ask(asked, { headers }), failure).data ?? {};
    const name = textOf(user.name);
    return profileOf(
      { id: memberOf(user, 'openid'), username: name, displayName: name, avatar: textOf(user.face) },
      user,
    );
  },
});
