import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { addressWith, ownFlow } from './flow/own-flow.ts';
import { postedForm } from './flow/requests.ts';
import { profileOf, textOf } from './profile.ts';

/**
 * Baidu: OAuth 2, but its token has no type, and the user's address takes it as a parameter. Read on 2026-11-23:
 * https://openauth.baidu.com/doc/doc.html.
 */
export const baidu = ownFlow({
  page: ({ provider, redirectUri, state }) =>
    addressWith(`${addressOf(provider)}/oauth/2.0/authorize`, {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: 'basic',
      state,
    }),
  async profile(ask, code, { provider, redirectUri }) {
    const { clientId: client_id, clientSecret: client_secret } = provider;
    const site = addressOf(provider);
    const form = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: redirectUri };
    const access_token = memberOf(await ask(`${site}/oauth/2.0/token`, postedForm(form)), 'access_token');
    const answer = await ask(addressWith(`${site}/rest/2.0/passport/users/getInfo`, { access_token }));
    const user = accepted(answer, ['error_code', 'error_msg']);
    const username = textOf(user.username);
    const portrait = textOf(user.portrait);
    return profileOf(
      {
        id: memberOf(user, 'openid'),
        username,
        displayName: username,
        avatar: portrait && `https://himg.bdimg.com/sys/portrait/item/${encodeURIComponent(portrait)}`,
      },
      user,
    );
  },
});
