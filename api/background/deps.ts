import type { Config } from '../core/config.ts';
import type { PortalDeps } from '../features/portal/deps.ts';
import type { Authority } from '../protocol/authority.ts';

/** What all jobs together work with; each says what it needs of it. */
export interface JobDeps extends Omit<PortalDeps, 'config'> {
  config: Config;
  authority: Pick<Authority, 'providerFor'>;
  now: () => Date;
}
