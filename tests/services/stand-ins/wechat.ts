import { createCodes, type Registration } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, json, type Said } from './stand-in.ts';

export interface WeChatUser {
  openid: string;
  unionid?: string;
  nickname: string;
  headimgurl: string;
}

type WeChat = OwnService<WeChatUser> & { denies: string };

const refused = (errcode: number, words: string): Said =>
  json(200, { errcode, errmsg: `${words}, rid: 6166f719-6cb5d09c-633ab469` });

interface Kind {
  /** The page, and the scope that the registration may ask for. */
  page: string;
  scope: string;
  registration: Pick<Registration, 'clientId' | 'clientSecret'>;
}

const website: Kind = {
  page: '/connect/qrconnect',
  scope: 'snsapi_login',
  registration: { clientId: 'wxbdc5610cc59c1631', clientSecret: 'the app secret of the website' },
};

export const officialAccount: Kind = {
  page: '/connect/oauth2/authorize',
  scope: 'snsapi_userinfo',
  registration: { clientId: 'wx520c15f417810387', clientSecret: 'the app secret of the official account' },
};

/**
 * WeChat. It answers failures with status 200, and a refusal of the user without a code. Read on 2026-11-23:
 * https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html,
 * https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html,
 * https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsuserinfo.html and
 * https://developers.weixin.qq.com/doc/offiaccount/Getting_Started/Global_Return_Code.html.
 */
export function createWeChat({ page, scope, registration }: Kind = website): WeChat {
  const wechat: WeChat = {
    ...registration,
    hosts: ['open.weixin.qq.com', 'api.weixin.qq.com'],
    redirectUris: [],
    user: { openid: '', nickname: '', headimgurl: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(wechat);

  function exchange(query: URLSearchParams): Said {
    if (query.get('secret') !== wechat.clientSecret) return refused(40125, 'invalid appsecret');
    if (query.get('grant_type') !== 'authorization_code') return refused(40002, 'invalid grant_type');
    const spent = codes.spend(query.get('code'));
    if (!spent) return refused(40029, 'invalid code');
    const { openid } = spent.issued.user as WeChatUser;
    return json(200, { access_token: spent.token, expires_in: 7200, refresh_token: 'unused', openid, scope });
  }

  function userInfo(query: URLSearchParams): Said | undefined {
    const user = codes.ownerOf(query.get('access_token')) as WeChatUser | undefined;
    if (!user) return;
    if (wechat.isBroken) return refused(42001, 'access_token expired');
    return query.get('openid') === user.openid
      ? json(200, { ...user, sex: 0, privilege: [] })
      : refused(40003, 'invalid openid');
  }

  function answer({ url, method }: Asked): Said | undefined {
    const { host, pathname, searchParams: query } = url;
    const isOurs = method === 'GET' && query.get('appid') === wechat.clientId;
    if (isOurs && host === 'open.weixin.qq.com' && pathname === page)
      return authorizationOf(query, {
        codes,
        service: wechat,
        names: { clientId: 'appid' },
        fixed: { response_type: 'code', scope },
      });
    if (isOurs && pathname === '/sns/oauth2/access_token') return exchange(query);
    if (method === 'GET' && pathname === '/sns/userinfo') return userInfo(query);
  }

  return wechat;
}
