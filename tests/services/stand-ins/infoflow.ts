import { randomBytes } from 'node:crypto';
import { createCodes } from './codes.ts';
import type { OwnService } from './own-service.ts';
import { type Asked, json, page, redirect, type Said } from './stand-in.ts';

interface User {
  userid: string;
  imid: string;
  name: string;
  email: string;
  headimg: string;
}

const refused = (errcode: number, errmsg: string): Said => json(200, { errcode, errmsg });
const ok = (more: object): Said => json(200, { errcode: 0, errmsg: 'ok', ...more });

/**
 * Baidu Infoflow. Its documents need an account there, and nobody reached them. So this has the requests of Casdoor 2022, and the rules
 * that they imply: the secret, the agent, a code once, and the token of each call. It knows no state, and keeps the query of the address.
 */
export function createInfoflow(id: string): OwnService<User> {
  const infoflow: OwnService<User> = {
    hosts: ['xpc.im.baidu.com', 'qy.im.baidu.com', 'api.im.baidu.com'],
    clientId: id,
    clientSecret: `the secret of ${id}`,
    redirectUris: [],
    user: { userid: '', imid: '', name: '', email: '', headimg: '' },
    isBroken: false,
    answer,
  };
  const codes = createCodes(infoflow);
  const tokens = new Set<string>();

  function newToken(name: string, secret: unknown): Said {
    if (secret !== infoflow.clientSecret) return refused(40001, 'the secret is wrong');
    const token = randomBytes(16).toString('hex');
    tokens.add(token);
    return ok({ [name]: token, expires_in: 7200 });
  }

  function authorization(query: URLSearchParams): Said {
    const back = URL.parse(query.get('redirect_uri') ?? '');
    if (!back || !infoflow.redirectUris.includes(`${back.origin}${back.pathname}`)) return page(400, 'unknown address');
    back.searchParams.set('code', codes.issue(query, infoflow.user));
    return redirect(back);
  }

  function answer({ method, url, body }: Asked): Said | undefined {
    const query = url.searchParams;
    const at = `${method} ${url.host}${url.pathname}`;
    if (at === 'GET xpc.im.baidu.com/oauth2/authorize')
      return query.get('appid') === id ? authorization(query) : undefined;
    if (at === 'GET qy.im.baidu.com/api/gettoken')
      return query.get('corpid') === id ? newToken('access_token', query.get('corpsecret')) : undefined;
    if (at === 'POST api.im.baidu.com/api/service/get_suite_token') {
      const { suite_id, suite_secret } = JSON.parse(body);
      return suite_id === id ? newToken('suite_access_token', suite_secret) : undefined;
    }
    if (!tokens.has(query.get('access_token') ?? '')) return;
    if (url.pathname === '/api/user/getuserinfo') {
      if (url.host === 'qy.im.baidu.com' && query.get('agentid') !== '7') return refused(40056, 'invalid agentid');
      const user = codes.spend(query.get('code'))?.issued.user as User | undefined;
      return user ? ok({ UserId: user.userid }) : refused(40029, 'invalid code');
    }
    if (at !== 'GET api.im.baidu.com/api/user/get') return;
    if (infoflow.isBroken) return refused(60011, 'no privilege');
    return query.get('userid') === infoflow.user.userid ? ok(infoflow.user) : refused(60111, 'userid not found');
  }

  return infoflow;
}
