import { kinds } from '@doorwright/crds';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import type { Logger } from 'pino';
import { endExpiredSessions } from '../accounts/sessions.ts';
import type { Config } from '../config.ts';
import type { Store } from '../resources/store.ts';
import type { Db } from './knex.ts';
import { tendPartitions } from './partitions.ts';

interface Deps {
  config: Config;
  store: (kind: string) => Store;
  log: Logger;
  now: () => Date;
}

const everyMs = 60 * 60 * 1000;

/** What keeps the tables in shape beside the requests, once an hour in each replica; doing it twice does no harm. */
export function startUpkeep(db: Db, { config, store, log, now }: Deps): { stop: () => void } {
  const tend = async () => {
    await tendPartitions(db, tablesOf(kinds), { now: now(), keepMonths: config.DOORWRIGHT_RECORD_MONTHS });
    await endExpiredSessions(db, store, now());
  };
  const timer = setInterval(() => void tend().catch((err: unknown) => log.error({ err }, 'Upkeep failed')), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
