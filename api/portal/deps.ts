import type { Logger } from 'pino';
import type { AccountDeps } from '../accounts/deps.ts';
import type { Config } from '../config.ts';
import type { Egress } from '../egress/gate.ts';
import type { Objects } from '../resources/objects.ts';

/** What the code of the portal works with. */
export interface PortalDeps extends AccountDeps {
  config: AccountDeps['config'] & Pick<Config, 'DOORWRIGHT_DATA_DIR'>;
  egress: Egress;
  objects: Objects;
  log: Logger;
}
