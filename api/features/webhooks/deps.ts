import type { Config } from '../../core/config.ts';
import type { Egress } from '../../core/egress/gate.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';
import type { SlowWebhooks } from './slow-webhooks.ts';

export interface WebhookDeps extends Pick<Work, 'store' | 'registry' | 'box'> {
  db: Db;
  egress: Egress;
  slowWebhooks: SlowWebhooks;
  config: Pick<Config, 'DOORWRIGHT_ORIGIN'>;
  now: () => Date;
}
