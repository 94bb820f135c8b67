import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { AccountDeps } from '../accounts/deps.ts';
import type { Config } from '../config.ts';
import type { ClusterSettings } from '../declared/cluster-token.ts';
import type { Egress } from '../egress/gate.ts';

/** What the code of the protocols works with. */
export interface ProtocolDeps extends AccountDeps {
  config: Pick<Config, 'DOORWRIGHT_ORIGIN' | keyof ClusterSettings>;
  egress: Egress;
  log: Logger;
  clientAddress: (req: IncomingMessage) => string;
  now: () => Date;
}
