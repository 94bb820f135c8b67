import type { Logger } from 'pino';
import { clearFiled, fileRecords } from '../core/events/file-records.ts';
import { onFreshRecords } from '../core/events/wake-filing.ts';
import type { Db } from '../db/knex.ts';

/** Records of this time are filed together. A webhook hears of them so much later. */
const gatherMs = 100;
/** The time between two looks for what another process left. */
const lookEveryMs = 5_000;
/** Filed records whose room is not given back. Postgres itself looks once a minute only. */
const mostLeft = 2_000;

/** Files the records of this process soon after their commit, and those of processes that ended. */
export function startRecordFiling({ db, log }: { db: Db; log: Logger }): { stop: () => Promise<void> } {
  let isStopped = false;
  let isBusy = false;
  let left = 0;
  /** New records change nothing about the next time. */
  let isPlanned = false;
  let timer: NodeJS.Timeout | undefined;
  let filing = Promise.resolve();

  function plan(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      filing = file();
    }, ms).unref();
  }

  async function file(): Promise<void> {
    isBusy = true;
    isPlanned = false;
    let hasFailed = false;
    try {
      const filed = await fileRecords(db);
      if (filed === undefined) isPlanned = true;
      left += filed ?? 0;
      if (left >= mostLeft) {
        left = 0;
        await clearFiled(db);
      }
    } catch (err) {
      hasFailed = true;
      if (!isStopped) log.error({ err }, 'Records could not be filed, and wait');
    }
    isBusy = false;
    if (isStopped) return;
    plan(isPlanned && !hasFailed ? gatherMs : lookEveryMs);
    isPlanned ||= hasFailed;
  }

  onFreshRecords(db, () => {
    if (isPlanned || isStopped) return;
    isPlanned = true;
    if (!isBusy) plan(gatherMs);
  });
  plan(0);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await filing;
    },
  };
}
