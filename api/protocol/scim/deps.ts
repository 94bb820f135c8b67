import type { Registry } from '@doorwright/crds';
import type { Logger } from 'pino';
import type { Config } from '../../core/config.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Db } from '../../db/knex.ts';
import type { ClientAddress } from '../../http/client-address.ts';

/** The shared parts that the SCIM server works with. */
export interface ScimDeps {
  config: Pick<Config, 'DOORWRIGHT_ORIGIN'>;
  db: Db;
  registry: Registry;
  store: (kind: string) => Store;
  objects: Objects;
  clientAddress: ClientAddress;
  log: Logger;
  now: () => Date;
}
