import type { Logger } from 'pino';
import type { Config } from '../../core/config.ts';
import type { Egress } from '../../core/egress/gate.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';
import type { DirectorySignIn } from './directory-sign-in.ts';

/** The parts that the code of accounts works with. */
export interface AccountDeps extends Pick<Work, 'registry' | 'box' | 'store'> {
  config: Pick<
    Config,
    | 'DOORWRIGHT_ORIGIN'
    | 'DOORWRIGHT_PASSKEY_DOMAIN'
    | 'DOORWRIGHT_PASSKEY_ORIGINS'
    | 'DOORWRIGHT_BREACHED_PASSWORDS'
    | 'DOORWRIGHT_COUNTRY_DATABASE'
  >;
  db: Db;
  directories: DirectorySignIn;
  egress: Egress;
  log: Logger;
}
