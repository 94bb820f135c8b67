import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, formOf, json, type Said } from './stand-in.ts';

interface User {
  open_id: string;
  union_id: string;
  nickname: string;
  avatar: string;
}

const refused = (error_code: number, description: string): Said =>
  json(200, { data: { error_code, description }, message: 'error' });

/**
 * Douyin: `client_key` for the client, forms, and failures with status 200. Read on 2026-11-23:
 * https://developer.open-douyin.com/docs/resource/zh-CN/dop/develop/sdk/web-app/web/permission,
 * https://developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/account-permission/get-access-token,
 * https://developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/account-permission/get-account-open-info and
 * https://developer.open-douyin.com/docs/resource/zh-cn/dop/develop/openapi/status-code.
 */
export function createDouyin(): OwnService<User> & { denies: string } {
  const douyin: OwnService<User> & { denies: string } = {
    hosts: ['open.douyin.com'],
    clientId: 'tt10abc7d2e4',
    clientSecret: 'the client secret of Douyin',
    redirectUris: [],
    user: { open_id: '', union_id: '', nickname: '', avatar: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(douyin);

  function exchange(form: URLSearchParams): Said {
    if (form.get('grant_type') !== 'authorization_code') return refused(2100005, 'invalid parameter');
    if (form.get('client_key') !== douyin.clientId) return refused(10003, 'client_key is wrong');
    if (form.get('client_secret') !== douyin.clientSecret)
      return refused(10013, 'client_key or client_secret is wrong');
    const spent = codes.spend(form.get('code'));
    if (!spent) return refused(10007, 'code is expired');
    const { open_id } = spent.issued.user as User;
    const token = { access_token: spent.token, expires_in: 1_296_000, open_id, scope: 'user_info' };
    return json(200, { data: { error_code: 0, description: '', ...token }, message: 'success' });
  }

  function userInfo(form: URLSearchParams): Said {
    const user = codes.ownerOf(form.get('access_token')) as User | undefined;
    if (!user || douyin.isBroken)
      return json(200, { err_no: 28001003, err_msg: 'access_token is invalid', log_id: '1' });
    if (form.get('open_id') !== user.open_id) return json(200, { err_no: 28001015, err_msg: 'open_id does not match' });
    return json(200, {
      err_no: 0,
      err_msg: '',
      log_id: '1',
      data: { ...user, error_code: '0', client_key: douyin.clientId },
    });
  }

  function answer(asked: Asked): Said | undefined {
    const { method, url, headers } = asked;
    if (method === 'GET' && url.pathname === '/platform/oauth/connect/')
      return authorizationOf(url.searchParams, {
        codes,
        service: douyin,
        names: { clientId: 'client_key' },
        fixed: { response_type: 'code', scope: 'user_info' },
        denied: (error) => ({ error }),
      });
    const isForm = method === 'POST' && /urlencoded/.test(headers['content-type'] ?? '');
    if (isForm && url.pathname === '/oauth/access_token/') return exchange(formOf(asked));
    if (isForm && url.pathname === '/oauth/userinfo/') return userInfo(formOf(asked));
  }

  return douyin;
}
