import { type Answer, CallError } from '../../shared/exchange.ts';
import { seal } from '../../shared/seal.ts';
import { call } from '../call.ts';
import { t } from '../words.ts';

/** The members that hold passwords. They leave the page encrypted, in one member. */
export type Secrets = Partial<Record<'password' | 'confirm' | 'oldPassword' | 'newPassword', string>>;

interface Sent {
  query?: Readonly<Record<string, string | undefined>>;
  body: Readonly<Record<string, unknown>>;
}

const isOwnMachine = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

const loginKey = async () => (await call<JsonWebKey & { kid: string }>('get-login-key')).data;

/** Calls the api with passwords. If the page was open longer than its key is valid, it fetches a new key. */
export async function callSealed<T>(name: string, secrets: Secrets, { query = {}, body }: Sent): Promise<Answer<T>> {
  // Browsers can encrypt only on pages from TLS or from this machine.
  if (!crypto.subtle) {
    if (isOwnMachine()) return call<T>(name, { query, body: { ...body, ...secrets } });
    throw new CallError({ msg: t('insecureLine'), code: 'plain-credentials', data: null });
  }
  const send = async () => call<T>(name, { query, body: { ...body, sealed: await seal(secrets, await loginKey()) } });
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'credentials-unreadable') throw error;
    return send();
  }
}
