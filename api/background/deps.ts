import type { Config } from '../core/config.ts';
import type { Authority } from '../protocol/authority.ts';
import type { PortalDeps } from '../signin/portal-deps.ts';

/** What all jobs together work with; each says what it needs of it. */
export interface JobDeps extends Omit<PortalDeps, 'config'> {
  config: Config;
  authority: Pick<Authority, 'providerFor'>;
  now: () => Date;
}
