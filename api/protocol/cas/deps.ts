import type { ProtocolDeps } from '../deps.ts';
import type { Refusals } from '../records/refusals.ts';

/** Dependencies of the endpoints that services call. */
export type CasDeps = Pick<ProtocolDeps, 'db' | 'store' | 'registry' | 'egress' | 'log' | 'now'>;

/** The same with the records of refusals. */
export type CasRouteDeps = CasDeps &
  Pick<ProtocolDeps, 'clientAddress'> & { authority: { refusals: Pick<Refusals, 'noteAt'> } };
