import { createHash } from 'node:crypto';
import type { Adapter } from '@doorwright/crds/models/adapter.ts';
import type { Egress } from '../../egress/gate.ts';
import { isFresh } from '../../memory/fresh.ts';
import { createFairQueue } from '../../work-queue.ts';
import { policyModel } from '../policy-model.ts';
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
  table: Promise<PolicyTable>;
}

const bytesOf = (rows: readonly TableRow[]) =>
  rows.flat().reduce((sum, value) => sum + valueBytes + 2 * value.length, valueBytes);

/** An organization whose databases do not answer has two of eight places, and keeps none from others. */
const places = { all: { atOnce: 8, waiting: 200 }, each: { atOnce: 2, waiting: 50 } };

/** Reads the policies of adapters, and keeps them for a while as long as there is room. Who asks meanwhile waits for the same. */
export function keepTables(egress: Egress): (adapter: Adapter, modelText: string) => Promise<PolicyTable> {
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

  function read(key: string, adapter: Adapter, modelText: string): Promise<PolicyTable> {
    const reading = policyModel(modelText).then(async (model) => {
      const rows = await inTurn(adapter.owner, () => readTable(adapter, egress));
      return { table: policyTable(model, rows), size: bytesOf(rows) };
    });
    const table = reading.then((made) => made.table);
    const entry: Kept = { at: 0, forMs: Number.POSITIVE_INFINITY, bytes: 0, table };
    reading.then(
      ({ size }) => settle(key, entry, keptMs, size),
      ({ code }) => settle(key, entry, code === 'busy' ? 0 : failedMs, 0),
    );
    drop(key);
    kept.set(key, entry);
    return entry.table;
  }

  return (adapter, modelText) => {
    // A change of either, which moves a version, is another table.
    const key = createHash('sha256')
      .update(JSON.stringify([adapter, modelText]))
      .digest('base64');
    const found = kept.get(key);
    return found && isGood(found) ? found.table : read(key, adapter, modelText);
  };
}
