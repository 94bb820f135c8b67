import { kinds } from '@doorwright/crds';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import type { Logger } from 'pino';
import { forgetEndedSecrets } from '../accounts/client-secrets.ts';
import { forgetGuesses } from '../accounts/guesses.ts';
import { endExpiredSessions } from '../accounts/sessions.ts';
import type { Config } from '../config.ts';
import { forgetRetiredKeys } from '../declared/cert-keys.ts';
import { forgetDeleted } from '../declared/deleted.ts';
import { forgetReports } from '../declared/manifest-reports.ts';
import { forgetChanges } from '../declared/outbox.ts';
import { forgetExpired } from '../portal/codes/expired.ts';
import { forgetArtifacts } from '../protocol/artifacts.ts';
import { forgetTokens } from '../protocol/token-adapter.ts';
import type { Db } from './knex.ts';
import { tendPartitions } from './partitions.ts';

interface Deps {
  config: Config;
  log: Logger;
  now: () => Date;
}

const everyMs = 60 * 60 * 1000;

/** What keeps the tables in shape beside the requests, once an hour in each replica; doing it twice does no harm. */
export function startUpkeep(db: Db, { config, log, now }: Deps): { stop: () => void } {
  const tend = async () => {
    await tendPartitions(db, tablesOf(kinds), { now: now(), keepMonths: config.DOORWRIGHT_RECORD_MONTHS });
    await endExpiredSessions(db, now());
    await forgetGuesses(db, now());
    await forgetArtifacts(db, now());
    await forgetTokens(db, now());
    await forgetChanges(db, now());
    await forgetDeleted(db, now());
    await forgetReports(db, now());
    await forgetExpired(db, now());
    await forgetEndedSecrets(db, now());
    await forgetRetiredKeys(db, now());
  };
  const timer = setInterval(() => void tend().catch((err: unknown) => log.error({ err }, 'Upkeep failed')), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
