import type { ProtocolDeps } from '../deps.ts';

/** Dependencies of the endpoints that services call. */
export type CasDeps = Pick<ProtocolDeps, 'db' | 'store' | 'registry' | 'egress' | 'log' | 'now'>;
