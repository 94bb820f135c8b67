import type { IncomingMessage } from 'node:http';
import type { AccountDeps } from '../accounts/deps.ts';
import type { Egress } from '../egress/gate.ts';

/** What the code of the protocols works with. */
export interface ProtocolDeps extends AccountDeps {
  egress: Egress;
  clientAddress: (req: IncomingMessage) => string;
  now: () => Date;
}
