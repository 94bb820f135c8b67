import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Db } from '../../db/knex.ts';
import { newestAnchor } from '../record-chain/read.ts';
import { otlpTarget } from './otlp-target.ts';
import { createPosition } from './position.ts';
import { createSettledRecords } from './settled-records.ts';
import { syslogTarget } from './syslog-target.ts';
import type { Refused, SentRecord, Target, TargetConfig } from './target.ts';

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
/** How often to check whether another process has stopped. */
const takeOverEveryMs = 5_000;
const longestReason = 300;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** A wait that ends early when the process ends. */
const wait = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

async function shipTo(target: Target, { db, store, log, metrics }: Deps, signal: AbortSignal): Promise<void> {
  const { table, fromRow } = store('record');
  const position = createPosition(db, target.name, randomUUID());
  const settledTo = createSettledRecords(db);
  let failures = 0;

  function noteRefused({ records, reason }: Refused): void {
    if (records === 0) return;
    metrics.noteRefusedRecords(target.name, records);
    const told = reason.slice(0, longestReason);
    log.error({ target: target.name, records, reason: told }, 'Records were refused for good');
  }

  /** Sends the next records, or the newest anchor of those that are sent. It tells how long to wait for more. */
  async function step(): Promise<number> {
    const at = await position.hold();
    if (!at) return takeOverEveryMs;
    const { position: from, anchor: after } = at;
    const to = await settledTo();
    if (to <= from) {
      const anchor = await newestAnchor({ sql: db, store }, { after, toId: from });
      if (!anchor) return lookEveryMs;
      noteRefused(await target.sendAnchor(anchor));
      await position.move({ position: from, anchor: anchor.number });
      return lookEveryMs;
    }
    const rows = await db(table).where('id', '>', from).where('id', '<=', to).orderBy('id').limit(batchSize);
    const records = rows.map(fromRow).map((row) => ({ ...row, id: Number(row.id) }) as unknown as SentRecord);
    if (records.length > 0) noteRefused(await target.send(records));
    const reached = records.length === batchSize ? (records.at(-1) as SentRecord).id : to;
    await position.move({ position: reached, anchor: after });
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
