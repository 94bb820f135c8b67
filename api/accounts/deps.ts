import type { Config } from '../config.ts';
import type { Db } from '../db/knex.ts';
import type { Work } from '../resources/hooks.ts';

/** What the code of accounts works with. */
export interface AccountDeps extends Pick<Work, 'registry' | 'box' | 'store'> {
  config: Pick<Config, 'DOORWRIGHT_ORIGIN'>;
  db: Db;
}
