import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, json, type Said } from './stand-in.ts';

interface User {
  openid: string;
  nickname: string;
  figureurl_qq_1: string;
}

const refused = (error: number, error_description: string): Said => json(200, { error, error_description });

/**
 * QQ Connect. Read on 2026-11-23: https://wiki.connect.qq.com/使用authorization_code获取access_token,
 * https://wiki.connect.qq.com/获取用户openid_oauth2-0, https://wiki.connect.qq.com/get_user_info and
 * https://wiki.connect.qq.com/公共返回码说明. Without `fmt=json` it answers in other forms. The page of a user who refuses closes.
 */
export function createQq(): OwnService<User> {
  const qq: OwnService<User> = {
    hosts: ['graph.qq.com'],
    clientId: '101222333',
    clientSecret: 'the app key of QQ Connect',
    redirectUris: [],
    user: { openid: '', nickname: '', figureurl_qq_1: '' },
    isBroken: false,
    answer,
  };
  const codes = createCodes(qq);

  function exchange(query: URLSearchParams): Said {
    if (query.get('fmt') !== 'json') return { status: 200, body: 'access_token=unread&expires_in=7776000' };
    if (query.get('grant_type') !== 'authorization_code') return refused(100004, 'param grant_type is wrong or lost');
    if (query.get('client_id') !== qq.clientId) return refused(100008, 'client_id is invalid');
    if (query.get('client_secret') !== qq.clientSecret) return refused(100009, 'client_secret is wrong');
    const redeemed = codes.redeem(query);
    if (redeemed === 'redirect_uri_mismatch') return refused(100010, 'redirect uri is illegal');
    if (redeemed === 'invalid_grant') return refused(100020, 'code is reused error');
    return json(200, { access_token: redeemed.token, expires_in: 7776000, refresh_token: 'unused' });
  }

  function openId(query: URLSearchParams): Said {
    const user = codes.ownerOf(query.get('access_token')) as User | undefined;
    if (!user) return refused(100016, 'access token check failed');
    const answered = { client_id: qq.clientId, openid: user.openid };
    return query.get('fmt') === 'json'
      ? json(200, answered)
      : { status: 200, body: `callback( ${JSON.stringify(answered)} );` };
  }

  function userInfo(query: URLSearchParams): Said {
    const user = codes.ownerOf(query.get('access_token')) as User | undefined;
    const isRight = user && query.get('openid') === user.openid && query.get('oauth_consumer_key') === qq.clientId;
    if (!isRight || qq.isBroken) return json(200, { ret: 100013, msg: 'access token is illegal' });
    const { openid: _, ...told } = user;
    return json(200, { ret: 0, msg: '', is_lost: 0, gender: '男', ...told });
  }

  function answer({ url, method }: Asked): Said | undefined {
    if (method !== 'GET') return;
    const query = url.searchParams;
    if (url.pathname === '/oauth2.0/authorize')
      return authorizationOf(query, { codes, service: qq, fixed: { response_type: 'code', scope: 'get_user_info' } });
    if (url.pathname === '/oauth2.0/token') return exchange(query);
    if (url.pathname === '/oauth2.0/me') return openId(query);
    if (url.pathname === '/user/get_user_info') return userInfo(query);
  }

  return qq;
}
