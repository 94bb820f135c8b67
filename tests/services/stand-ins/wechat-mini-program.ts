import { createCodes, type Registration } from './codes.ts';
import { type Asked, json, type Said, type StandIn } from './stand-in.ts';

interface User {
  openid: string;
  unionid?: string;
}

/**
 * The login of WeChat mini programs. WeChat gives a code to the program itself, once and for five minutes. Read on 2026-11-23:
 * https://mp.weixin.qq.com/debug/wxadoc/dev/OpenApiDoc/user-login/code2Session.html, and
 * https://developers.weixin.qq.com/community/develop/doc/000e4a9bb844385d37ec5bcea51800 for a code that was used.
 */
export function createWeChatMiniProgram() {
  const registration: Registration = {
    clientId: 'wx4f28b4b2dcaafca1',
    clientSecret: 'the app secret of the mini program',
    redirectUris: [],
  };
  const codes = createCodes(registration);
  const used = new Set<string>();

  const refused = (errcode: number, words: string): Said =>
    json(200, { errcode, errmsg: `${words}, rid: 6166f719-6cb5d09c-633ab469` });

  function answer({ method, url: { pathname, searchParams: query } }: Asked): Said | undefined {
    if (method !== 'GET' || pathname !== '/sns/jscode2session') return;
    if (query.get('appid') !== registration.clientId) return refused(40013, 'invalid appid');
    if (query.get('secret') !== registration.clientSecret) return refused(40125, 'invalid appsecret');
    if (query.get('grant_type') !== 'authorization_code') return refused(40002, 'invalid grant_type');
    const code = query.get('js_code') ?? '';
    if (used.has(code)) return refused(40163, 'code been used');
    const spent = codes.spend(code);
    if (!spent) return refused(40029, 'invalid code');
    used.add(code);
    return json(200, { session_key: 'the session key', ...(spent.issued.user as User) });
  }

  return {
    ...({ ...registration, hosts: ['api.weixin.qq.com'], answer } satisfies StandIn & Registration),
    /** `wx.login` in the program. */
    login: (user: User): string => codes.issue(new URLSearchParams(), user),
  };
}
