import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Adapter } from '@doorwright/crds/kinds/adapter.ts';
import type { Logger } from 'pino';
import { isFresh } from '../../../core/cache/fresh.ts';
import type { Egress } from '../../../core/egress/gate.ts';
import { Refusal } from '../../../core/errors.ts';
import { createFairQueue } from '../../../core/work/work-queue.ts';
import { policyModel } from '../policy-model.ts';
import { alike, restMs, tellsOfNetwork } from './alike.ts';
import { type PolicyTable, policyTable, type TableRow } from './policy-table.ts';
import { readTable } from './read-table.ts';

/** Nobody tells of changes in the databases of others: what changes there is noticed after this long. */
const keptMs = 30_000;
/** One that could not be read is asked again after this long. */
const failedMs = 5_000;
/** Kept of all tables together. Each value takes about as much besides as it is long. */
const mostBytes = 128 * 2 ** 20;
const valueBytes = 50;

interface Kept {
  /** When it was read, and for how long that is good; as long as it is being read, for ever. */
  at: number;
  forMs: number;
  bytes: number;
  startedAt: number;
  table: Promise<PolicyTable>;
}

const bytesOf = (rows: readonly TableRow[]) =>
  rows.flat().reduce((sum, value) => sum + valueBytes + 2 * value.length, valueBytes);

/** Those who run the server read why. */
function note(log: Logger, { owner, name }: Adapter, error: unknown): void {
  const { code, fields: [problem] = [] } = error instanceof Refusal ? error : { code: 'failed' };
  const reason = problem ? `${problem.field} ${problem.code}` : code;
  log.warn({ organization: owner, adapter: name, reason }, 'The policies of an adapter could not be read');
}

/** An organization whose databases do not answer has two of eight places, and keeps none from others. */
const places = { all: { atOnce: 8, waiting: 200 }, each: { atOnce: 2, waiting: 50 } };

interface Deps {
  egress: Egress;
  log: Logger;
}

interface Asked {
  adapter: Adapter;
  modelText: string;
  /** An administrator of everything is told what is wrong, and at once. */
  isTold: boolean;
}

/** Reads the policies of adapters, and keeps them for a while as long as there is room. Who asks meanwhile waits for the same. */
export function keepTables({ egress, log }: Deps): (asked: Asked) => Promise<PolicyTable> {
  const kept = new Map<string, Kept>();
  const inTurn = createFairQueue(places);
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  const isGood = ({ at, forMs }: Kept) => isFresh(at, forMs);

  function settle(key: string, entry: Kept, forMs: number, size: number): void {
    if (kept.get(key) !== entry) return;
    Object.assign(entry, { at: Date.now(), forMs, bytes: size });
    bytes += size;
    for (const [each, old] of kept)
      if (each !== key && (!isGood(old) || (old.bytes > 0 && bytes > mostBytes))) drop(each);
  }

  /** A failure keeps its place as long as any other, or those who wait for the place would tell one from another. */
  function readInTurn({ adapter, isTold }: Asked, entry: Pick<Kept, 'startedAt'>): Promise<TableRow[]> {
    const reading = Promise.withResolvers<TableRow[]>();
    const inPlace = async () => {
      entry.startedAt = Date.now();
      try {
        reading.resolve(await readTable(adapter, egress));
      } catch (error) {
        reading.reject(error);
        if (!isTold && tellsOfNetwork(error)) await pause(restMs(entry.startedAt));
      }
    };
    inTurn(adapter.owner, inPlace).catch(reading.reject);
    return reading.promise;
  }

  function read(key: string, asked: Asked): Kept {
    const entry = { at: 0, forMs: Number.POSITIVE_INFINITY, bytes: 0, startedAt: Date.now() };
    const reading = policyModel(asked.modelText).then(async (model) => {
      const rows = await readInTurn(asked, made);
      return { table: policyTable(model, rows), size: bytesOf(rows) };
    });
    const made: Kept = Object.assign(entry, { table: reading.then(({ table }) => table) });
    reading.then(
      ({ size }) => settle(key, made, keptMs, size),
      (error) => {
        note(log, asked.adapter, error);
        // As long for each: when the host is called again would tell how soon it failed.
        settle(key, made, error.code === 'busy' ? 0 : failedMs + restMs(made.startedAt), 0);
      },
    );
    drop(key);
    kept.set(key, made);
    return made;
  }

  return async (asked) => {
    const { adapter, modelText, isTold } = asked;
    // A change of either, which moves a version, is another table.
    const key = createHash('sha256')
      .update(JSON.stringify([adapter, modelText]))
      .digest('base64');
    const found = kept.get(key);
    const entry = found && isGood(found) ? found : read(key, asked);
    try {
      return await entry.table;
    } catch (error) {
      if (isTold || !tellsOfNetwork(error)) throw error;
      throw await alike(`${adapter.owner}/${adapter.name}`, entry.startedAt, error);
    }
  };
}
