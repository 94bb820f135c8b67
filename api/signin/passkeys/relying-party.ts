import type { Config } from '../../core/config.ts';

type Settings = Pick<Config, 'DOORWRIGHT_ORIGIN' | 'DOORWRIGHT_PASSKEY_DOMAIN' | 'DOORWRIGHT_PASSKEY_ORIGINS'>;

const loopback = /^(127\.[\d.]+|\[::1\])$/;

export interface RelyingParty {
  /** The domain that passkeys belong to. */
  id: string;
  /** The origins whose pages may use them. */
  origins: string[];
}

/** Browsers accept no address as the domain of a passkey, so a server on this machine is `localhost` to them. */
export function relyingParty({
  DOORWRIGHT_ORIGIN: origin,
  DOORWRIGHT_PASSKEY_DOMAIN: domain,
  DOORWRIGHT_PASSKEY_ORIGINS: related,
}: Settings): RelyingParty {
  const { hostname, protocol, port } = new URL(origin);
  const isLocal = loopback.test(hostname);
  const local = `${protocol}//localhost${port && `:${port}`}`;
  return {
    id: domain ?? (isLocal ? 'localhost' : hostname),
    origins: [origin, ...(isLocal ? [local] : []), ...related],
  };
}
