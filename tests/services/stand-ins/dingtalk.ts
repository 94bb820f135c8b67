import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, json, type Said } from './stand-in.ts';

interface User {
  nick: string;
  openId: string;
  unionId: string;
  avatarUrl: string;
  email: string;
}

const refused = (status: number, code: string, message: string): Said =>
  json(status, { requestid: '0C8A2F0E-5A2F-7A0D-9C3B-5F0E6D1B2A3C', code, message });

/**
 * DingTalk: JSON, a header of its own for the token, and failures with their status. The pages of https://open.dingtalk.com were out of
 * reach on 2026-11-23. Read instead: https://blog.csdn.net/qq_38322527/article/details/145050151 and
 * https://blog.csdn.net/m0_37873390/article/details/125595332.
 */
export function createDingTalk(): OwnService<User> & { denies: string } {
  const dingtalk: OwnService<User> & { denies: string } = {
    hosts: ['login.dingtalk.com', 'api.dingtalk.com'],
    clientId: 'dingxqxbpyxnfzpfhcnf',
    clientSecret: 'the app secret of DingTalk',
    redirectUris: [],
    user: { nick: '', openId: '', unionId: '', avatarUrl: '', email: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(dingtalk);

  function exchange({ body }: Asked): Said {
    const { clientId, clientSecret, code, grantType } = JSON.parse(body);
    if (grantType !== 'authorization_code') return refused(400, 'invalidParameter.grantType.notSupport', 'grantType');
    if (clientId !== dingtalk.clientId || clientSecret !== dingtalk.clientSecret)
      return refused(400, 'invalidParameter.clientSecret.notFound', 'the client is unknown, or its secret is wrong');
    const spent = codes.spend(code);
    if (!spent) return refused(400, 'invalidParameter.authCode.notFound', 'the code is unknown or used');
    return json(200, { accessToken: spent.token, refreshToken: 'unused', expireIn: 7200 });
  }

  function answer(asked: Asked): Said | undefined {
    const at = `${asked.method} ${asked.url.origin}${asked.url.pathname}`;
    if (at === 'GET https://login.dingtalk.com/oauth2/auth')
      return authorizationOf(asked.url.searchParams, {
        codes,
        service: dingtalk,
        names: { code: 'authCode' },
        fixed: { response_type: 'code', scope: 'openid', prompt: 'consent' },
        denied: (error) => ({ error }),
      });
    if (at === 'POST https://api.dingtalk.com/v1.0/oauth2/userAccessToken') return exchange(asked);
    if (at !== 'GET https://api.dingtalk.com/v1.0/contact/users/me') return;
    const user = codes.ownerOf(asked.headers['x-acs-dingtalk-access-token'] ?? '');
    if (user && !dingtalk.isBroken) return json(200, user);
    return refused(403, 'Forbidden.AccessDenied.AccessTokenPermissionDenied', 'the application lacks a permission');
  }

  return dingtalk;
}
