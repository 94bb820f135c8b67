import type { Registry } from '@doorwright/crds';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { Egress } from '../core/egress/gate.ts';
import type { Objects } from '../core/objects/pass/objects.ts';
import type { Store } from '../core/objects/storage/store.ts';
import type { Db } from '../db/knex.ts';
import type { SecretBox } from '../db/secret-box.ts';

/** The shared parts that special routes work with. */
export interface RouteDeps {
  config: Pick<Config, 'DOORWRIGHT_COUNTRY_DATABASE'>;
  db: Db;
  registry: Registry;
  box: SecretBox;
  store: (kind: string) => Store;
  objects: Objects;
  egress: Egress;
  log: Logger;
}
