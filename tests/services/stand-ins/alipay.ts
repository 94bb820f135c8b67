import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, formOf, json, type Said } from './stand-in.ts';

interface User {
  user_id: string;
  nick_name: string;
  avatar: string;
}

type Alipay = OwnService<User> & { denies: string };

/** A private key as Alipay's tool writes it: PKCS #8 in one line. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64');

const refused = (code: string, msg: string, sub_code: string, sub_msg: string): Said =>
  json(200, { error_response: { code, msg, sub_code, sub_msg }, sign: 'unread' });

/** The gateway refuses a clock that is more than fifteen minutes off. */
const isNow = (timestamp: string | null) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(timestamp ?? '') &&
  Math.abs(Date.parse(`${timestamp?.replace(' ', 'T')}+08:00`) - Date.now()) < 15 * 60_000;

/**
 * Alipay. Its gateway checks the signature of the application over all parameters, and answers failures with status 200. Read on
 * 2026-11-23: https://docs.antom.com/ac/solution_api/oauth_token, https://docs.antom.com/ac/solution_api/infoshare and
 * https://docs.antom.com/ac/common/obtain_uid.
 */
export function createAlipay(): Alipay {
  const alipay: Alipay = {
    hosts: ['openauth.alipay.com', 'openapi.alipay.com'],
    clientId: '2014072300007148',
    clientSecret: newPrivateKey(),
    redirectUris: [],
    user: { user_id: '', nick_name: '', avatar: '' },
    denies: '',
    isBroken: false,
    answer,
  };
  const codes = createCodes(alipay);
  const key = { key: Buffer.from(alipay.clientSecret, 'base64'), format: 'der', type: 'pkcs8' } as const;
  const publicKey = createPublicKey(key as never);

  function isSigned(form: URLSearchParams): boolean {
    const parameters = [...form]
      .filter(([name, value]) => name !== 'sign' && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const text = parameters.map(([name, value]) => `${name}=${value}`).join('&');
    return verify('sha256', Buffer.from(text), publicKey, Buffer.from(form.get('sign') ?? '', 'base64'));
  }

  function gateway(form: URLSearchParams): Said {
    const invalid = (sub_code: string, sub_msg: string) => refused('40002', 'Invalid Arguments', sub_code, sub_msg);
    if (form.get('app_id') !== alipay.clientId) return invalid('isv.invalid-app-id', 'unknown app id');
    if (form.get('sign_type') !== 'RSA2' || form.get('charset') !== 'utf-8' || form.get('version') !== '1.0')
      return invalid('isv.invalid-signature-type', 'unknown sign type, charset or version');
    if (!isNow(form.get('timestamp'))) return invalid('isv.invalid-timestamp', 'the timestamp is illegal');
    if (!isSigned(form)) return invalid('isv.invalid-signature', 'the signature is illegal');
    if (form.get('method') === 'alipay.system.oauth.token') {
      const spent = form.get('grant_type') === 'authorization_code' && codes.spend(form.get('code'));
      if (!spent) return invalid('isv.code-invalid', 'the code is unknown or used');
      const { user_id } = spent.issued.user as User;
      const told = { access_token: spent.token, user_id, expires_in: 3600, refresh_token: 'unused' };
      return json(200, { alipay_system_oauth_token_response: told, sign: 'unread' });
    }
    if (form.get('method') !== 'alipay.user.info.share') return invalid('isv.invalid-method', 'unknown method');
    const user = codes.ownerOf(form.get('auth_token'));
    if (!user || alipay.isBroken)
      return refused('20001', 'Insufficient Token Permissions', 'aop.invalid-auth-token', 'the token is illegal');
    return json(200, { alipay_user_info_share_response: { code: '10000', msg: 'Success', ...user }, sign: 'unread' });
  }

  function answer(asked: Asked): Said | undefined {
    const { method, url } = asked;
    if (url.pathname === '/oauth2/publicAppAuthorize.htm')
      return authorizationOf(url.searchParams, {
        codes,
        service: alipay,
        names: { clientId: 'app_id', code: 'auth_code' },
        fixed: { scope: 'auth_user' },
        more: { app_id: alipay.clientId, scope: 'auth_user', source: 'alipay_wallet' },
      });
    if (method === 'POST' && url.pathname === '/gateway.do') return gateway(formOf(asked));
  }

  return alipay;
}
