import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import { profileOf, textOf } from './profile.ts';

const failure = ['errcode', 'errmsg'] as const;

/** WeCom's browser calls itself WeChat's too, but has no accounts of WeChat. */
const isWeChatBrowser = (userAgent: string) => /MicroMessenger/i.test(userAgent) && !/wxwork/i.test(userAgent);

/** A website shows a QR code. The WeChat browser asks with the registration of an official account, if there is one. */
const registrations = {
  website: {
    page: 'https://open.weixin.qq.com/connect/qrconnect',
    scope: 'snsapi_login',
    of: ({ clientId, clientSecret }: Provider) => ({ appid: clientId, secret: clientSecret }),
  },
  officialAccount: {
    page: 'https://open.weixin.qq.com/connect/oauth2/authorize',
    scope: 'snsapi_userinfo',
    of: ({ clientId2, clientSecret2 }: Provider) => ({ appid: clientId2, secret: clientSecret2 }),
  },
} as const;

/**
 * WeChat. The website and the official account know one user under two openids, and under one unionid if both belong to one account of
 * the open platform. An excerpt of https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsuserinfo.html was read on
 * 2026-11-23. The pages of the two logins were out of reach, so these requests are those of Casdoor 2022.
 */
export const wechat = ownFlow({
  page({ provider, redirectUri, state, userAgent }) {
    const registration = isWeChatBrowser(userAgent) && provider.clientId2 ? 'officialAccount' : 'website';
    const { page, scope, of } = registrations[registration];
    // WeChat reads the parameters in this order, and only before this fragment.
    const parameters = { appid: of(provider).appid, redirect_uri: redirectUri, response_type: 'code', scope, state };
    return { address: `${addressWith(page, parameters)}#wechat_redirect`, kept: { registration } };
  },
  async profile(ask, code, { provider, kept }) {
    const site = addressOf(provider);
    const { of } = registrations[kept.registration === 'officialAccount' ? 'officialAccount' : 'website'];
    const parameters = { ...of(provider), code, grant_type: 'authorization_code' };
    const token = accepted(await ask(addressWith(`${site}/sns/oauth2/access_token`, parameters)), failure);
    const [access_token, openid] = [memberOf(token, 'access_token'), memberOf(token, 'openid')];
    const asked = addressWith(`${site}/sns/userinfo`, { access_token, openid, lang: 'zh_CN' });
    const user = accepted(await ask(asked), failure);
    const nickname = textOf(user.nickname);
    return profileOf(
      {
        id: textOf(user.unionid) || openid,
        username: nickname,
        displayName: nickname,
        avatar: textOf(user.headimgurl),
        // WeChat Pay asks inside WeChat for the ID at the official account.
        atApp: { app: parameters.appid, id: openid },
      },
      user,
    );
  },
});
