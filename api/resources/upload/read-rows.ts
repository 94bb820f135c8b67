import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../http/errors.ts';
import { unpackedSize } from './unpacked-size.ts';

export type Cell = string | number | boolean | Date | null;

/** Rows of people; the header comes on top. */
export const mostRows = 10_000;
const mostColumns = 100;
const largestUnpacked = 128 * 2 ** 20;
const memory = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
const longest = 60_000;

/** The first sheet of an .xlsx file, row by row. What it is its content says, never its name. */
export async function readRows(file: Buffer): Promise<Cell[][]> {
  const size = unpackedSize(file);
  if (size === undefined || size > largestUnpacked) throw new Refusal('upload-not-xlsx');
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { file: new Uint8Array(file), mostRows: mostRows + 1, mostColumns },
    resourceLimits: memory,
    execArgv: [],
  });
  try {
    const [{ count, rows }] = await once(worker, 'message', { signal: AbortSignal.timeout(longest) });
    if (count > mostRows + 1) throw new Refusal('upload-too-many-rows', { limit: mostRows });
    return rows;
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('upload-not-xlsx', {}, { cause });
  } finally {
    await worker.terminate();
  }
}
