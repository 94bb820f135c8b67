import type { Logger } from 'pino';
import type { AccountDeps } from '../accounts/deps.ts';
import type { Egress } from '../egress/gate.ts';
import type { Objects } from '../resources/objects.ts';

/** What the code of the portal works with. */
export interface PortalDeps extends AccountDeps {
  egress: Egress;
  objects: Objects;
  log: Logger;
}
