import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Adapter } from '@doorwright/crds/kinds/adapter.ts';
import type { Logger } from 'pino';
import { isFresh } from '../../../core/cache/is-fresh.ts';
import type { Egress } from '../../../core/egress/gate.ts';
import { Refusal } from '../../../core/errors.ts';
import { createQueuePerOwner } from '../../../core/work/work-queue.ts';
import { policyModel } from '../../../kinds/model/policy-model.ts';
import { hiddenFailure, remainingMs, revealsNetwork } from './hidden-failure.ts';
import { type PolicyTable, policyTable, type TableRow } from './policy-table.ts';
import { readPolicies } from './read-policies.ts';

/** Other databases send no changes, so an entry expires after this time. */
const keptMs = 30_000;
/** The next try after a failure. */
const failedMs = 5_000;
/** For all tables together. A value takes some bytes beside its text. */
const mostBytes = 128 * 2 ** 20;
const valueBytes = 50;

interface CachedTable {
  /** When the table was read, and for how long the entry is valid: without end while the table is being read. */
  at: number;
  forMs: number;
  bytes: number;
  startedAt: number;
  table: Promise<PolicyTable>;
}

const bytesOf = (rows: readonly TableRow[]) =>
  rows.flat().reduce((sum, value) => sum + valueBytes + 2 * value.length, valueBytes);

/** Tells the cause to the operators of the server. */
function note(log: Logger, { owner, name }: Adapter, error: unknown): void {
  const { code, fields: [problem] = [] } = error instanceof Refusal ? error : { code: 'failed' };
  const reason = problem ? `${problem.field} ${problem.code}` : code;
  log.warn({ organization: owner, adapter: name, reason }, 'The policies of an adapter could not be read');
}

/** An organization with silent databases occupies two of eight places at most. */
const places = { all: { atOnce: 8, waiting: 200 }, each: { atOnce: 2, waiting: 50 } };

interface Deps {
  egress: Egress;
  log: Logger;
}

interface Asked {
  adapter: Adapter;
  modelText: string;
  /** Global administrators get the cause at once. */
  isTold: boolean;
}

/** Reads the policies of adapters and caches them within limits. Requests for the same table share one reading. */
export function createTableCache({ egress, log }: Deps): (asked: Asked) => Promise<PolicyTable> {
  const kept = new Map<string, CachedTable>();
  const inTurn = createQueuePerOwner(places);
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  const isGood = ({ at, forMs }: CachedTable) => isFresh(at, forMs);

  function settle(key: string, entry: CachedTable, forMs: number, size: number): void {
    if (kept.get(key) !== entry) return;
    Object.assign(entry, { at: Date.now(), forMs, bytes: size });
    bytes += size;
    for (const [each, old] of kept)
      if (each !== key && (!isGood(old) || (old.bytes > 0 && bytes > mostBytes))) drop(each);
  }

  /** Each hidden failure occupies its place for the same time. Otherwise waiting requests would show which failure it was. */
  function readInTurn({ adapter, isTold }: Asked, entry: Pick<CachedTable, 'startedAt'>): Promise<readonly TableRow[]> {
    const reading = Promise.withResolvers<readonly TableRow[]>();
    const inPlace = async () => {
      entry.startedAt = Date.now();
      try {
        reading.resolve(await readPolicies(adapter, egress));
      } catch (error) {
        reading.reject(error);
        if (!isTold && revealsNetwork(error)) await pause(remainingMs(entry.startedAt));
      }
    };
    inTurn(adapter.owner, inPlace).catch(reading.reject);
    return reading.promise;
  }

  function read(key: string, asked: Asked): CachedTable {
    const entry = { at: 0, forMs: Number.POSITIVE_INFINITY, bytes: 0, startedAt: Date.now() };
    const reading = policyModel(asked.modelText).then(async (model) => {
      const rows = await readInTurn(asked, made);
      return { table: await policyTable(model, rows), size: bytesOf(rows) };
    });
    const made: CachedTable = Object.assign(entry, { table: reading.then(({ table }) => table) });
    reading.then(
      ({ size }) => settle(key, made, keptMs, size),
      (error) => {
        note(log, asked.adapter, error);
        // The same time for each failure. Otherwise the time of the next call to the host would show how soon this one failed.
        settle(key, made, error.code === 'busy' ? 0 : failedMs + remainingMs(made.startedAt), 0);
      },
    );
    drop(key);
    kept.set(key, made);
    return made;
  }

  return async (asked) => {
    const { adapter, modelText, isTold } = asked;
    // A change of adapter or model has another key.
    const key = createHash('sha256')
      .update(JSON.stringify([adapter, modelText]))
      .digest('base64');
    const found = kept.get(key);
    const entry = found && isGood(found) ? found : read(key, asked);
    try {
      return await entry.table;
    } catch (error) {
      if (isTold || !revealsNetwork(error)) throw error;
      throw await hiddenFailure(`${adapter.owner}/${adapter.name}`, entry.startedAt, error);
    }
  };
}
