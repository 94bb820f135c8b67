import { kinds } from '@doorwright/crds';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import type { Config } from '../core/config.ts';
import type { JobKind } from '../core/jobs/kind.ts';
import { deleteExpired } from '../core/objects/history/deleted-objects.ts';
import { deleteOldChanges } from '../core/objects/history/outbox.ts';
import type { Db } from '../db/knex.ts';
import { maintainPartitions } from '../db/partitions.ts';
import { deleteOldReports } from '../features/declared/manifest-reports.ts';
import { deleteOldEvents } from '../features/event-stream/events-since.ts';
import type { SourceDeps } from '../features/notifications/notification.ts';
import { deleteOldMarks } from '../features/notifications/upkeep.ts';
import { deleteOldRuns } from '../features/sync/upkeep.ts';
import { deleteOldDeliveries } from '../features/webhooks/deliver.ts';
import { deleteExpiredSecrets } from '../kinds/application/client-secrets.ts';
import { deleteRetiredKeys } from '../kinds/cert/keys/key-rows.ts';
import { deleteExpiredVisits } from '../kinds/session/service-visits.ts';
import { endExpiredSessions } from '../kinds/session/sessions.ts';
import { deleteExpiredArtifacts } from '../protocol/store/artifacts.ts';
import { deleteExpiredTokens } from '../protocol/store/token-adapter.ts';
import { deleteExpiredCodes } from '../signin/codes/expired.ts';
import { deleteOldGuesses } from '../signin/locks/guesses.ts';

const cleanups = [
  endExpiredSessions,
  deleteExpiredVisits,
  deleteOldGuesses,
  deleteExpiredArtifacts,
  deleteExpiredTokens,
  deleteOldChanges,
  deleteExpired,
  deleteOldReports,
  deleteExpiredCodes,
  deleteExpiredSecrets,
  deleteRetiredKeys,
  deleteOldDeliveries,
  deleteOldEvents,
  deleteOldRuns,
];

interface Deps extends SourceDeps {
  db: Db;
  config: Pick<Config, 'DOORWRIGHT_RECORD_MONTHS'>;
  now: () => Date;
}

/** Hourly maintenance: deletes expired rows and creates the partitions of the coming months. */
export const upkeep: JobKind<object, Deps> = {
  name: 'upkeep',
  cron: '17 * * * *',
  retry: { times: 5, firstSeconds: 60, mostSeconds: 600 },
  atOnce: 1,
  withinSeconds: 1_800,
  async run(_payload, deps) {
    const { db, config, now } = deps;
    await maintainPartitions(db, tablesOf(kinds), { now: now(), keepMonths: config.DOORWRIGHT_RECORD_MONTHS });
    for (const forget of cleanups) await forget(db, now());
    await deleteOldMarks(deps, now());
  },
};
