import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { Refusal } from '../../core/errors.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import type { Ask } from './flow/read-json.ts';
import { postedJson } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';
import { type Profile, refusedBy, type SignInService, type Visit } from './sign-in-service.ts';

const failure = ['errcode', 'errmsg'] as const;

const api = (provider: Provider) => `${addressOf(provider)}/cgi-bin`;

function agentOf({ appId }: Provider): string {
  if (!appId) throw new Refusal('missing-parameter', { name: 'appId' });
  return appId;
}

/** The QR code of Web login, or the browser of WeCom, which asks nothing. */
function internalPage({ provider, redirectUri, state }: Visit): string {
  const [appid, agentid] = [provider.clientId, agentOf(provider)];
  if (provider.method !== 'Silent') {
    const parameters = { login_type: 'CorpApp', appid, agentid, redirect_uri: redirectUri, state };
    return addressWith('https://login.work.weixin.qq.com/wwlogin/sso/login', parameters);
  }
  const parameters = { appid, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_base', state, agentid };
  return `${addressWith('https://open.weixin.qq.com/connect/oauth2/authorize', parameters)}#wechat_redirect`;
}

async function memberOfCompany(ask: Ask, code: string, provider: Provider): Promise<Profile> {
  const { clientId: corpid, clientSecret: corpsecret } = provider;
  const read = async (path: string, parameters: Record<string, string>) =>
    accepted(await ask(addressWith(`${api(provider)}/${path}`, parameters)), failure);
  const access_token = memberOf(await read('gettoken', { corpid, corpsecret }), 'access_token');
  const userid = textOf((await read('auth/getuserinfo', { access_token, code })).userid);
  if (!userid) throw refusedBy('not an internal user');
  const user = await read('user/get', { access_token, userid });
  const name = textOf(user.name);
  return profileOf(
    {
      id: userid,
      username: name,
      displayName: name,
      // The company writes the address, and nobody proves it.
      email: textOf(user.email),
      avatar: textOf(user.avatar),
      title: textOf(user.position),
      // Another company may have given the same id to somebody else.
      issuer: corpid,
    },
    user,
  );
}

/**
 * An application of one company. Since June 2022 WeCom tells new ones neither email nor avatar. Read on 2026-11-23:
 * https://developer.work.weixin.qq.com/document/path/98171 (Web login), 98177 and 96442 (the user of a code) and 96441 (within WeCom).
 * The pages on the access token and the member were out of reach; both are as Casdoor 2022 asks them.
 */
const internal = ownFlow({
  page: internalPage,
  profile: (ask, code, { provider }) => memberOfCompany(ask, code, provider),
});

/** The QR code of a service provider. The answer has a code of its own name. */
const scanned = ownFlow({
  codeName: 'auth_code',
  page({ provider, redirectUri, state }) {
    const parameters = { appid: provider.clientId, redirect_uri: redirectUri, state, usertype: 'member' };
    return addressWith('https://open.work.weixin.qq.com/wwopen/sso/3rd_qrConnect', parameters);
  },
  async profile(ask, auth_code, { provider }) {
    const { clientId: corpid, clientSecret: provider_secret } = provider;
    const post = poster(ask, provider);
    const token = memberOf(await post('get_provider_token', { corpid, provider_secret }), 'provider_access_token');
    const answer = await post(`get_login_info?${new URLSearchParams({ access_token: token })}`, { auth_code });
    const user = answer.user_info ?? {};
    const name = textOf(user.name);
    const avatar = textOf(user.avatar);
    return profileOf({ id: memberOf(user, 'open_userid'), username: name, displayName: name, avatar }, answer);
  },
});

/** The browser of WeCom, for a suite: its id and secret, with the ticket that WeCom posted last. WeCom tells no names of members. */
const silent = ownFlow({
  page({ provider, redirectUri, state }) {
    const fixed = { response_type: 'code', scope: 'snsapi_base', state };
    const parameters = { appid: provider.clientId, redirect_uri: redirectUri, ...fixed };
    return `${addressWith('https://open.weixin.qq.com/connect/oauth2/authorize', parameters)}#wechat_redirect`;
  },
  async profile(ask, code, { provider, postedTicket }) {
    const suite_ticket = await postedTicket();
    if (!suite_ticket) throw refusedBy('WeCom has posted no suite ticket in the last 30 minutes');
    const { clientId: suite_id, clientSecret: suite_secret } = provider;
    const given = { suite_id, suite_secret, suite_ticket };
    const suite_access_token = memberOf(await poster(ask, provider)('get_suite_token', given), 'suite_access_token');
    const address = addressWith(`${api(provider)}/service/auth/getuserinfo3rd`, { suite_access_token, code });
    const user = accepted(await ask(address), failure);
    const id = textOf(user.open_userid);
    if (!id) throw refusedBy('not a member of a company');
    const userid = textOf(user.userid);
    return profileOf({ id, username: userid, displayName: userid }, user);
  },
});

const poster = (ask: Ask, provider: Provider) => async (path: string, body: Record<string, string>) =>
  accepted(await ask(`${api(provider)}/service/${path}`, postedJson(body)), failure);

const ofMethod = ({ method }: Provider) => (method === 'Silent' ? silent : scanned);

/**
 * A service provider, for members of all companies. A member has one id at all applications of it. Read on 2026-11-24:
 * https://developer.work.weixin.qq.com/document/path/98179 and 91121 (getuserinfo3rd), and because the pages of get_login_info (91125) and
 * get_suite_token were out of reach, their copies at https://blog.csdn.net/weixin_39611208/article/details/115116318 and
 * https://cnblogs.com/why0703/p/15983925.html.
 */
const thirdParty: SignInService = {
  beginSignIn: (visit) => ofMethod(visit.provider).beginSignIn(visit),
  finishSignIn: (answered) => ofMethod(answered.provider).finishSignIn(answered),
};

const kinds: Readonly<Record<string, SignInService>> = { Internal: internal, 'Third-party': thirdParty };

function kindOf({ subType }: Provider): SignInService {
  const kind = kinds[subType];
  if (!kind) throw new Refusal('missing-parameter', { name: 'subType' });
  return kind;
}

/** WeCom, for one company or for a service provider. */
export const wecom: SignInService = {
  beginSignIn: async (visit) => kindOf(visit.provider).beginSignIn(visit),
  finishSignIn: async (answered) => kindOf(answered.provider).finishSignIn(answered),
};
