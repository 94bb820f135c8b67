import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, json, type Said } from './stand-in.ts';

interface User {
  open_id: string;
  union_id: string;
  name: string;
  en_name: string;
  avatar_url: string;
  email: string;
}

const refused = (code: number, error: string, error_description: string): Said =>
  json(400, { code, error, error_description });

/**
 * Feishu, with PKCE and JSON. Read on 2026-11-23: https://open.larkoffice.com/document/common-capabilities/sso/api/obtain-oauth-code.md,
 * https://open.larkoffice.com/document/authentication-management/access-token/get-user-access-token.md and
 * https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/authen-v1/user_info/get.md.
 */
export function createLark(): OwnService<User> & { denies: string } {
  const lark: OwnService<User> & { denies: string } = {
    hosts: ['accounts.feishu.cn', 'open.feishu.cn'],
    clientId: 'cli_a5ca35a685b0x26e',
    clientSecret: 'the app secret of Feishu',
    redirectUris: [],
    user: { open_id: '', union_id: '', name: '', en_name: '', avatar_url: '', email: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(lark, { demandsPkce: true });

  function exchange({ headers, body }: Asked): Said {
    if (!/^application\/json/.test(headers['content-type'] ?? '')) return refused(20063, 'invalid_request', 'no JSON');
    const asked: Record<string, string> = JSON.parse(body);
    if (asked.grant_type !== 'authorization_code') return refused(20036, 'unsupported_grant_type', 'grant_type');
    if (asked.client_id !== lark.clientId || asked.client_secret !== lark.clientSecret)
      return refused(20002, 'invalid_client', 'The client secret is invalid.');
    const redeemed = codes.redeem(new URLSearchParams(asked));
    if (redeemed === 'redirect_uri_mismatch')
      return refused(20071, 'invalid_grant', 'The redirect_uri does not match.');
    if (redeemed === 'invalid_grant') return refused(20003, 'invalid_grant', 'The authorization code is not found.');
    return json(200, { code: 0, access_token: redeemed.token, expires_in: 7200, token_type: 'Bearer' });
  }

  function answer(asked: Asked): Said | undefined {
    const at = `${asked.method} ${asked.url.origin}${asked.url.pathname}`;
    if (at === 'GET https://accounts.feishu.cn/open-apis/authen/v1/authorize')
      return authorizationOf(asked.url.searchParams, {
        codes,
        service: lark,
        fixed: { response_type: 'code', code_challenge_method: 'S256' },
        denied: (error) => ({ error }),
      });
    if (at === 'POST https://open.feishu.cn/open-apis/authen/v2/oauth/token') return exchange(asked);
    if (at !== 'GET https://open.feishu.cn/open-apis/authen/v1/user_info') return;
    const data = codes.userOf(asked.headers.authorization);
    if (!data) return json(400, { code: 20005, msg: 'The user access token passed is invalid.' });
    return lark.isBroken
      ? json(200, { code: 20021, msg: 'User resigned' })
      : json(200, { code: 0, msg: 'success', data });
  }

  return lark;
}
