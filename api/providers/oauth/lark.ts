import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import { bearer } from './flow/read-json.ts';
import { postedJson } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';

/**
 * Feishu, the Chinese edition of Lark: OAuth 2 with PKCE and JSON. Its documents say that administrators write email and mobile number,
 * and nobody proves them. Read on 2026-11-23: https://open.larkoffice.com/document/common-capabilities/sso/api/obtain-oauth-code.md,
 * https://open.larkoffice.com/document/authentication-management/access-token/get-user-access-token.md and
 * https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/authen-v1/user_info/get.md.
 */
export const lark = ownFlow({
  async page({ provider, redirectUri, state }) {
    const verifier = randomPKCECodeVerifier();
    const address = addressWith('https://accounts.feishu.cn/open-apis/authen/v1/authorize', {
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { address, kept: { verifier } };
  },
  async profile(ask, code, { provider, redirectUri, kept }) {
    const { clientId, clientSecret } = provider;
    const api = `${addressOf(provider)}/open-apis/authen`;
    const exchange = postedJson({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: redirectUri,
      code_verifier: kept.verifier,
    });
    const token = accepted(await ask(`${api}/v2/oauth/token`, exchange), ['code', 'error_description']);
    const answer = await ask(`${api}/v1/user_info`, bearer(memberOf(token, 'access_token')));
    const user = accepted(answer, ['code', 'msg']).data ?? {};
    const name = textOf(user.name);
    return profileOf(
      {
        id: memberOf(user, 'open_id'),
        username: name,
        displayName: textOf(user.en_name) || name,
        email: textOf(user.email),
        avatar: textOf(user.avatar_url),
      },
      user,
    );
  },
});
