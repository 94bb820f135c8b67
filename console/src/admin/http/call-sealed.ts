import { type Answer, CallError } from '../../shared/exchange.ts';
import { seal } from '../../shared/seal.ts';
import { t } from '../words/translate.ts';
import { call } from './call.ts';

/** Encrypts the passwords of a request. */
type Secrets = Partial<Record<'newPassword' | 'password', string>>;

const isOwnMachine = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

const loginKey = async () => (await call<JsonWebKey & { kid: string }>('get-login-key')).data;

/** A request that contains passwords. */
export async function callSealed(verb: string, secrets: Secrets, body: object): Promise<Answer<unknown>> {
  // Browsers offer encryption only on pages over TLS or from localhost.
  if ('subtle' in crypto) return call(verb, { body: { ...body, sealed: await seal(secrets, await loginKey()) } });
  if (isOwnMachine()) return call(verb, { body: { ...body, ...secrets } });
  throw new CallError({ msg: t('users:insecureLine'), code: 'plain-credentials', data: null });
}
