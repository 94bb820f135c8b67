import { Refusal } from '../../http/errors.ts';
import { answerOfThread } from '../../thread.ts';
import { unpackedSize } from './unpacked-size.ts';

export type Cell = string | number | boolean | Date | null;

interface Sheet {
  count: number;
  rows: Cell[][];
}

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
  const sheet = { file: new Uint8Array(file), mostRows: mostRows + 1, mostColumns };
  const { count, rows } = await answerOfThread<Sheet>(new URL('./sheet-worker.ts', import.meta.url), sheet, {
    memory,
    withinMs: longest,
  }).catch((cause) => {
    throw new Refusal('upload-not-xlsx', {}, { cause });
  });
  if (count > mostRows + 1) throw new Refusal('upload-too-many-rows', { limit: mostRows });
  return rows;
}
