import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { ClusterSettings } from '../core/cluster/cluster-token.ts';
import type { Config } from '../core/config.ts';
import type { Egress } from '../core/egress/gate.ts';
import type { SignInParts } from '../signin/pipeline/parts.ts';
import type { AccountDeps } from '../signin/place/deps.ts';

/** Dependencies of this folder. */
export interface ProtocolDeps extends AccountDeps, Pick<SignInParts, 'steps'> {
  config: AccountDeps['config'] & Pick<Config, keyof ClusterSettings>;
  egress: Egress;
  log: Logger;
  clientAddress: (req: IncomingMessage) => string;
  now: () => Date;
}
