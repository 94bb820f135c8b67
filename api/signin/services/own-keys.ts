import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { keyRowsOf, publishedKeys } from '../../kinds/cert/keys/key-rows.ts';
import type { OwnKey } from '../../providers/oauth/sign-in-service.ts';
import type { AccountDeps } from '../place/deps.ts';

/** Every installation has it. */
const builtIn = 'cert-built-in';

/** The keys of a provider's cert, the signing one first. They are read only where a service needs them. */
export const ownKeysFor =
  ({ db, store }: Pick<AccountDeps, 'db' | 'store'>, { cert: name }: Pick<Provider, 'cert'>, now: Date) =>
  async (): Promise<readonly OwnKey[]> => {
    const cert = (await store('cert').find(db, 'admin', name || builtIn)) as unknown as Cert | undefined;
    if (!cert) return [];
    const keys = publishedKeys(cert, await keyRowsOf(cert.name, { sql: db, store }), now);
    // A former key of another product has no private half.
    return keys.filter(({ privateKey }) => privateKey !== '');
  };
