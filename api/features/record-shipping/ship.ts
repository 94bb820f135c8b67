import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { fileRecords } from '../../core/events/file-records.ts';
import type { Store } from '../../core/objects/store.ts';
import type { Db } from '../../db/knex.ts';
import { otlpTarget } from './otlp-target.ts';
import { createPosition } from './position.ts';
import { createSettledRecords } from './settled-records.ts';
import { syslogTarget } from './syslog-target.ts';
import type { SentRecord, Target, TargetConfig } from './target.ts';

interface Deps {
  config: TargetConfig;
  db: Db;
  store: (kind: string) => Store;
  log: Logger;
  metrics: { noteRefusedRecords: (target: string, records: number) => void };
}

/** Records of one delivery. Only these are in memory. */
const batchSize = 200;
const lookEveryMs = 500;
/** The time between two looks whether another process has stopped. */
const takeOverEveryMs = 5_000;
const longestReason = 300;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** A wait that the end of the process cuts short. */
const wait = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

async function shipTo(target: Target, { db, store, log, metrics }: Deps, signal: AbortSignal): Promise<void> {
  const { table, fromRow } = store('record');
  const position = createPosition(db, target.name, randomUUID());
  const settledTo = createSettledRecords(db);
  let failures = 0;

  /** Sends the next records, and tells how long to wait for more. */
  async function step(): Promise<number> {
    const from = await position.hold();
    if (from === undefined) return takeOverEveryMs;
    const to = await settledTo();
    if (to <= from) return lookEveryMs;
    // Filing changes the last field of a record.
    if ((await fileRecords(db)) === undefined) return lookEveryMs;
    const rows = await db(table).where('id', '>', from).where('id', '<=', to).orderBy('id').limit(batchSize);
    const records = rows.map(fromRow).map((row) => ({ ...row, id: Number(row.id) }) as unknown as SentRecord);
    if (records.length > 0) {
      const { records: refused, reason } = await target.send(records);
      if (refused > 0) {
        metrics.noteRefusedRecords(target.name, refused);
        const told = reason.slice(0, longestReason);
        log.error({ target: target.name, records: refused, reason: told }, 'Records were refused for good');
      }
    }
    await position.move(records.length === batchSize ? (records.at(-1) as SentRecord).id : to);
    return records.length === batchSize ? 0 : lookEveryMs;
  }

  while (!signal.aborted) {
    try {
      await wait(await step(), signal);
      failures = 0;
    } catch (error) {
      const { message } = error as Error;
      // One line for each failure, and the waits grow.
      if (!signal.aborted) log.warn({ target: target.name, reason: message }, 'Records could not be sent, and wait');
      await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** failures++), signal);
    }
  }
  await position.release().catch(() => undefined);
  await target.close();
}

async function targetsOf(config: TargetConfig): Promise<Target[]> {
  const { DOORWRIGHT_RECORDS_OTLP_ENDPOINT: endpoint, DOORWRIGHT_RECORDS_SYSLOG: to } = config;
  const ownHost = new URL(config.DOORWRIGHT_ORIGIN).hostname;
  return [
    ...(endpoint ? [await otlpTarget(endpoint)] : []),
    ...(to ? [syslogTarget({ to, ownHost, caFile: config.DOORWRIGHT_RECORDS_SYSLOG_CA_FILE })] : []),
  ];
}

/** Sends every record to the targets of the settings, beside all requests. */
export function startShipping(deps: Deps): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const shipping = targetsOf(deps.config).then((targets) =>
    Promise.all(targets.map((target) => shipTo(target, deps, ending.signal))),
  );
  return {
    async stop() {
      ending.abort();
      await shipping;
    },
  };
}
