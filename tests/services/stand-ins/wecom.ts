import { randomBytes } from 'node:crypto';
import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, json, type Said } from './stand-in.ts';

export interface WeComUser {
  userid: string;
  name: string;
  avatar: string;
  email?: string;
  /** Nobody of the company scanned the code. */
  isStranger?: boolean;
}

export type WeCom = OwnService<WeComUser> & { denies: string };

const refused = (errcode: number, errmsg: string): Said => json(200, { errcode, errmsg });
const ok = (more: object): Said => json(200, { errcode: 0, errmsg: 'ok', ...more });

const agentid = '1000002';

/**
 * WeCom: access tokens of applications, codes for five minutes, and failures with status 200. A user who refuses closes the page of a QR
 * code, so `denies` leaves only the state. Read on 2026-11-23: https://developer.work.weixin.qq.com/document/path/98171, 98177, 96441,
 * 96442 and 98179, and https://blog.csdn.net/weixin_39611208/article/details/115116318 for get_login_info.
 */
export function createWeCom(corpid: string): WeCom {
  const wecom: WeCom = {
    clientId: corpid,
    clientSecret: `the secret of ${corpid}`,
    hosts: ['login.work.weixin.qq.com', 'open.work.weixin.qq.com', 'open.weixin.qq.com', 'qyapi.weixin.qq.com'],
    redirectUris: [],
    user: { userid: '', name: '', avatar: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(wecom);
  const tokens = new Set<string>();

  function newToken(secret: unknown): string | undefined {
    if (secret !== wecom.clientSecret) return;
    const token = randomBytes(16).toString('hex');
    tokens.add(token);
    return token;
  }

  const common = { codes, service: wecom, names: { clientId: 'appid' } };
  const pages: Record<string, (query: URLSearchParams) => Said> = {
    'login.work.weixin.qq.com/wwlogin/sso/login': (query) =>
      authorizationOf(query, { ...common, fixed: { login_type: 'CorpApp', agentid } }),
    'open.weixin.qq.com/connect/oauth2/authorize': (query) =>
      authorizationOf(query, { ...common, fixed: { response_type: 'code', scope: 'snsapi_base', agentid } }),
    'open.work.weixin.qq.com/wwopen/sso/3rd_qrConnect': (query) =>
      authorizationOf(query, {
        ...common,
        names: { clientId: 'appid', code: 'auth_code' },
        fixed: { usertype: 'member' },
        more: { expires_in: '600' },
      }),
  };

  /** The APIs of one company. */
  function company(path: string, query: URLSearchParams): Said | undefined {
    if (path === '/cgi-bin/gettoken' && query.get('corpid') === corpid) {
      const access_token = newToken(query.get('corpsecret'));
      return access_token ? ok({ access_token, expires_in: 7200 }) : refused(40001, 'invalid credential');
    }
    if (!tokens.has(query.get('access_token') ?? '')) return;
    if (path === '/cgi-bin/auth/getuserinfo') {
      const user = codes.spend(query.get('code'))?.issued.user as WeComUser | undefined;
      if (!user) return refused(40029, 'invalid code');
      return ok(user.isStranger ? { openid: 'o-1', external_userid: 'wm-1' } : { userid: user.userid });
    }
    if (path !== '/cgi-bin/user/get') return;
    if (wecom.isBroken) return refused(60011, 'no privilege to access/modify contact/party/agent');
    return query.get('userid') === wecom.user.userid
      ? ok({ ...wecom.user, status: 1 })
      : refused(60111, 'userid not found');
  }

  /** The APIs of a service provider. */
  function serviceProvider({ url, body }: Asked): Said | undefined {
    const asked = JSON.parse(body);
    if (url.pathname === '/cgi-bin/service/get_provider_token' && asked.corpid === corpid) {
      const provider_access_token = newToken(asked.provider_secret);
      return provider_access_token
        ? json(200, { provider_access_token, expires_in: 7200 })
        : refused(40091, 'invalid provider_secret');
    }
    if (!tokens.has(url.searchParams.get('access_token') ?? '')) return;
    if (url.pathname !== '/cgi-bin/service/get_login_info') return;
    const user = codes.spend(asked.auth_code)?.issued.user as WeComUser | undefined;
    if (!user || wecom.isBroken) return refused(40029, 'invalid auth_code');
    const { userid, name, avatar } = user;
    return json(200, {
      usertype: 5,
      user_info: { userid: 'encrypted', open_userid: userid, name, avatar },
      corp_info: { corpid: 'ww-1' },
    });
  }

  function answer(asked: Asked): Said | undefined {
    const { host, pathname, searchParams: query } = asked.url;
    const page = pages[`${host}${pathname}`];
    if (page) return query.get('appid') === corpid ? page(query) : undefined;
    return asked.method === 'POST' ? serviceProvider(asked) : company(pathname, query);
  }

  return wecom;
}
