import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, formOf, json, type Said } from './stand-in.ts';

interface User {
  openid: string;
  username: string;
  portrait: string;
}

/**
 * Baidu: OAuth 2 with a token without a type. Read on 2026-11-23: https://openauth.baidu.com/doc/doc.html, and
 * https://blog.csdn.net/ycl295644/article/details/50627823 for the codes of failures.
 */
export function createBaidu(): OwnService<User> & { denies: string } {
  const baidu: OwnService<User> & { denies: string } = {
    hosts: ['openapi.baidu.com'],
    clientId: 'Va5yQRHlA4Fq4eR3LT0vuXV4',
    clientSecret: 'the secret key of Baidu',
    redirectUris: [],
    user: { openid: '', username: '', portrait: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(baidu);

  function exchange(form: URLSearchParams): Said {
    const refused = (error: string, error_description: string) => json(400, { error, error_description });
    if (form.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type', 'grant_type');
    if (form.get('client_id') !== baidu.clientId) return refused('invalid_client', 'unknown client id');
    if (form.get('client_secret') !== baidu.clientSecret)
      return refused('invalid_client', 'Client authentication failed');
    const redeemed = codes.redeem(form);
    if (typeof redeemed === 'string') return refused('invalid_grant', 'Invalid authorization code');
    return json(200, { access_token: redeemed.token, expires_in: 2_592_000, refresh_token: 'unused', scope: 'basic' });
  }

  function answer(asked: Asked): Said | undefined {
    const { method, url } = asked;
    if (url.pathname === '/oauth/2.0/authorize')
      return authorizationOf(url.searchParams, {
        codes,
        service: baidu,
        fixed: { response_type: 'code', scope: 'basic' },
        denied: (error) => ({ error }),
      });
    if (method === 'POST' && url.pathname === '/oauth/2.0/token') return exchange(formOf(asked));
    if (url.pathname !== '/rest/2.0/passport/users/getInfo') return;
    const user = codes.ownerOf(url.searchParams.get('access_token'));
    if (user && !baidu.isBroken) return json(200, user);
    return json(200, { error_code: 110, error_msg: 'Access token invalid or no longer valid' });
  }

  return baidu;
}
