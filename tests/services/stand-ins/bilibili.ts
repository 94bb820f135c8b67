import { createHmac, hash } from 'node:crypto';
import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, json, type Said } from './stand-in.ts';

interface User {
  openid: string;
  name: string;
  face: string;
}

type Bilibili = OwnService<User> & { denies: string };

const refused = (code: number, message: string): Said => json(200, { code, message, ttl: 1 });

const confirmation = '/register/pc_oauth2/confirmed';

/** The page's script reads the parameters after the #. */
const page: Said = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="zh"><title>bilibili</title><h1>bilibili</h1>
<script>location.replace('${confirmation}' + location.hash.slice(2));</script></html>`,
};

/** The address that the script asks. */
export const confirmedBy = (address: URL): URL => new URL(`${confirmation}${address.hash.slice(2)}`, address);

/**
 * Bilibili. Its API checks a signature over six headers, each nonce once, and the clock. Read on 2026-11-23:
 * https://apifox.com/apidoc/docs-site/1106400/doc-885676, https://apifox.com/apidoc/project-1106400/api-23688085,
 * https://bilibili.apifox.cn/doc-885734 and https://apifox.com/apidoc/docs-site/1106400/api-23691686.
 */
export function createBilibili(): Bilibili {
  const bilibili: Bilibili = {
    hosts: ['passport.bilibili.com', 'api.bilibili.com', 'member.bilibili.com'],
    clientId: '34c0f583f0414123',
    clientSecret: 'the app secret of Bilibili',
    redirectUris: [],
    user: { openid: '', name: '', face: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(bilibili);
  const nonces = new Set<string>();

  function exchange(query: URLSearchParams): Said {
    if (query.get('grant_type') !== 'authorization_code') return refused(-400, 'invalid grant_type');
    if (query.get('client_id') !== bilibili.clientId) return refused(10001, 'client_id is wrong');
    if (query.get('client_secret') !== bilibili.clientSecret) return refused(10002, 'client_secret is wrong');
    const spent = codes.spend(query.get('code'));
    if (!spent) return refused(10003, 'code is unknown or used');
    const data = { access_token: spent.token, expires_in: 1_296_000, refresh_token: 'unused' };
    return json(200, { code: 0, message: '0', ttl: 1, data });
  }

  /** Why the signature of a request is refused. */
  function problemOf({ headers, body }: Asked): string | undefined {
    const names = [
      'accesskeyid',
      'content-md5',
      'signature-method',
      'signature-nonce',
      'signature-version',
      'timestamp',
    ];
    const read = (name: string) => headers[`x-bili-${name}`] ?? '';
    const text = names.map((name) => `x-bili-${name}:${read(name)}`).join('\n');
    if (read('accesskeyid') !== bilibili.clientId || read('signature-version') !== '2.0') return 'unknown access key';
    if (read('content-md5') !== hash('md5', body)) return 'the MD5 of the body is wrong';
    if (Math.abs(Number(read('timestamp')) - Date.now() / 1000) > 600) return 'the timestamp is too old';
    if (nonces.has(read('signature-nonce'))) return 'the nonce was used';
    nonces.add(read('signature-nonce'));
    const expected = createHmac('sha256', bilibili.clientSecret).update(text).digest('hex');
    return headers.authorization === expected ? undefined : 'the signature is wrong';
  }

  function userInfo(asked: Asked): Said {
    const problem = problemOf(asked);
    if (problem) return refused(4002, problem);
    const data = codes.ownerOf(asked.headers['access-token'] ?? '');
    if (!data || bilibili.isBroken) return refused(-101, 'the account is not signed in');
    return json(200, { code: 0, message: '0', ttl: 1, data });
  }

  function answer(asked: Asked): Said | undefined {
    const { method, url } = asked;
    if (url.pathname === '/register/pc_oauth2.html') return page;
    if (url.pathname === confirmation)
      return authorizationOf(url.searchParams, {
        codes,
        service: bilibili,
        names: { redirectUri: 'return_url' },
        fixed: { response_type: 'code' },
      });
    if (method === 'POST' && url.pathname === '/x/account-oauth2/v1/token') return exchange(url.searchParams);
    if (method === 'GET' && url.pathname === '/arcopen/fn/user/account/info') return userInfo(asked);
  }

  return bilibili;
}
