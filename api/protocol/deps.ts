import type { IncomingMessage } from 'node:http';
import type { AccountDeps } from '../accounts/deps.ts';

/** What the code of the protocols works with. */
export interface ProtocolDeps extends AccountDeps {
  clientAddress: (req: IncomingMessage) => string;
  now: () => Date;
}
