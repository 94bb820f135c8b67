import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { Refusal } from '../../core/errors.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import type { Ask } from './flow/read-json.ts';
import { postedJson } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';
import type { Profile } from './sign-in-service.ts';

const failure = ['errcode', 'errmsg'] as const;

/** The applications of one company have servers of their own for all but the member. */
const companyApi = 'https://qy.im.baidu.com/api';

const read = async (ask: Ask, address: string, parameters: Record<string, string>) =>
  accepted(await ask(addressWith(address, parameters)), failure);

async function memberOfCompany(ask: Ask, code: string, provider: Provider): Promise<Profile> {
  const { clientId: corpid, clientSecret: corpsecret, appId: agentid } = provider;
  if (!agentid) throw new Refusal('missing-parameter', { name: 'appId' });
  const access_token = memberOf(await read(ask, `${companyApi}/gettoken`, { corpid, corpsecret }), 'access_token');
  const found = await read(ask, `${companyApi}/user/getuserinfo`, { access_token, code, agentid });
  const userid = memberOf(found, 'UserId');
  const user = await read(ask, `${addressOf(provider)}/api/user/get`, { access_token, userid });
  const names = { username: userid, displayName: textOf(user.name), email: textOf(user.email) };
  return profileOf({ id: userid, ...names, avatar: textOf(user.headimg), issuer: corpid }, user);
}

/** A suite of a software vendor. */
async function memberOfAny(ask: Ask, code: string, provider: Provider): Promise<Profile> {
  const { clientId: suite_id, clientSecret: suite_secret } = provider;
  const api = `${addressOf(provider)}/api`;
  // The ticket is empty, as Casdoor 2022 sends it.
  const suite = postedJson({ suite_id, suite_secret, suite_ticket: '' });
  const token = accepted(await ask(`${api}/service/get_suite_token`, suite), failure);
  const access_token = memberOf(token, 'suite_access_token');
  const userid = memberOf(await read(ask, `${api}/user/getuserinfo`, { access_token, code }), 'UserId');
  const user = await read(ask, `${api}/user/get`, { access_token, userid });
  const name = textOf(user.name);
  // Casdoor 2022 took the name of a member without an imid for their id. Two members may have one name.
  const id = memberOf(user, 'imid');
  return profileOf({ id, username: name, displayName: name, email: textOf(user.email) }, user);
}

/**
 * Baidu Infoflow, the messenger of companies. Its documents need an account there, and nobody reached them. The requests are those of
 * Casdoor 2022.
 */
export const infoflow = ownFlow({
  page({ provider, redirectUri, state }) {
    if (!provider.subType) throw new Refusal('missing-parameter', { name: 'subType' });
    // Infoflow knows no state, but keeps the query of the address.
    const redirect_uri = addressWith(redirectUri, { state });
    return addressWith('https://xpc.im.baidu.com/oauth2/authorize', { appid: provider.clientId, redirect_uri });
  },
  profile: (ask, code, { provider }) =>
    provider.subType === 'Third-party' ? memberOfAny(ask, code, provider) : memberOfCompany(ask, code, provider),
});
