import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { Refusal } from '../../core/errors.ts';
import { accepted, memberOf } from './flow/accepted.ts';
import { explaining } from './flow/explained.ts';
import { addressWith } from './flow/own-flow.ts';
import { askThrough } from './flow/read-json.ts';
import { profileOf, textOf } from './profile.ts';
import type { Answered, Profile, SignInService } from './sign-in-service.ts';

async function finish({ provider, way, answer }: Answered): Promise<Profile> {
  const asked = addressWith(`${addressOf(provider)}/sns/jscode2session`, {
    appid: provider.clientId,
    secret: provider.clientSecret,
    js_code: answer.get('code') ?? '',
    grant_type: 'authorization_code',
  });
  // The session key decrypts what WeChat tells the program about its user. It stays out of the claims.
  const { session_key: _, ...session } = accepted(await askThrough(way)(asked), ['errcode', 'errmsg']);
  const openid = memberOf(session, 'openid');
  return profileOf({ id: textOf(session.unionid) || openid, username: `wechat-${openid}` }, session);
}

/**
 * A WeChat mini program. It has no page: the program gets a code from WeChat itself, and brings it to the token endpoint. Read on
 * 2026-11-23: https://mp.weixin.qq.com/debug/wxadoc/dev/OpenApiDoc/user-login/code2Session.html.
 */
export const wechatMiniProgram: SignInService = {
  async beginSignIn({ provider }) {
    throw new Refusal('provider-unsupported', { type: provider.type });
  },
  finishSignIn: (answered) => explaining(finish(answered)),
};
