import type { Config } from '../../core/config.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import type { AccountDeps } from './deps.ts';

/** The parts that the code of the portal works with. */
export interface PortalDeps extends AccountDeps {
  config: AccountDeps['config'] & Pick<Config, 'DOORWRIGHT_DATA_DIR'>;
  objects: Objects;
}
