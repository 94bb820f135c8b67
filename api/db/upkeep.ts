import { kinds } from '@doorwright/crds';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import { forgetEndedSecrets } from '../accounts/client-secrets.ts';
import { forgetGuesses } from '../accounts/guesses.ts';
import { endExpiredSessions } from '../accounts/sessions.ts';
import type { Config } from '../config.ts';
import { forgetDeleted } from '../declared/deleted.ts';
import { forgetReports } from '../declared/manifest-reports.ts';
import { forgetChanges } from '../declared/outbox.ts';
import type { JobKind } from '../jobs/kind.ts';
import { forgetRetiredKeys } from '../keys/key-rows.ts';
import { forgetExpired } from '../portal/codes/expired.ts';
import { forgetArtifacts } from '../protocol/store/artifacts.ts';
import { forgetTokens } from '../protocol/store/token-adapter.ts';
import type { Db } from './knex.ts';
import { tendPartitions } from './partitions.ts';

const forgetful = [
  endExpiredSessions,
  forgetGuesses,
  forgetArtifacts,
  forgetTokens,
  forgetChanges,
  forgetDeleted,
  forgetReports,
  forgetExpired,
  forgetEndedSecrets,
  forgetRetiredKeys,
];

interface Deps {
  db: Db;
  config: Pick<Config, 'DOORWRIGHT_RECORD_MONTHS'>;
  now: () => Date;
}

/** Keeps the tables in shape: forgets what is over, makes the partitions of the months to come. */
export const upkeep: JobKind<object, Deps> = {
  name: 'upkeep',
  cron: '17 * * * *',
  retry: { times: 5, firstSeconds: 60, mostSeconds: 600 },
  atOnce: 1,
  withinSeconds: 1_800,
  async run(_payload, { db, config, now }) {
    await tendPartitions(db, tablesOf(kinds), { now: now(), keepMonths: config.DOORWRIGHT_RECORD_MONTHS });
    for (const forget of forgetful) await forget(db, now());
  },
};
