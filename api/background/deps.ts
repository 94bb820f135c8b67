import type { Config } from '../core/config.ts';
import type { SlowWebhooks } from '../features/webhooks/slow-webhooks.ts';
import type { Authority } from '../protocol/authority/authority.ts';
import type { PortalDeps } from '../signin/place/portal-deps.ts';
import type { Ticker } from './ticks.ts';

/** Everything that jobs work with. Each kind of job names the parts that it needs. */
export interface JobDeps extends Omit<PortalDeps, 'config'> {
  config: Config;
  authority: Pick<Authority, 'providerFor'>;
  slowWebhooks: SlowWebhooks;
  now: () => Date;
  /** Tests tick by hand. */
  ticker?: Ticker;
}
