import type { Logger } from 'pino';
import type { Config } from '../../core/config.ts';
import type { Egress } from '../../core/egress/gate.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';

/** The parts that sales work with. */
export interface CommerceDeps extends Pick<Work, 'store' | 'registry' | 'box'> {
  db: Db;
  objects: Objects;
  egress: Egress;
  config: Config;
  log: Logger;
  now: () => Date;
}
