import { Refusal } from '../../../core/errors.ts';
import { runInThread } from '../../../core/work/run-in-thread.ts';
import { limits } from './sheet/limits.ts';
import type { Cell } from './sheet/read-sheet.ts';
import type { SheetAnswer } from './sheet/worker.ts';

/** The limits of the reader leave it far below; what finds a way around them ends the thread alone. */
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
const longest = 30_000;

/** The first sheet of an .xlsx file, row by row. What it is its content says, never its name. */
export async function readRows(content: Uint8Array<ArrayBuffer>): Promise<Cell[][]> {
  // A small one shares its memory with others, which do not go along into a thread.
  const file = content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content);
  const answer = await runInThread<SheetAnswer>(
    new URL('./sheet/worker.ts', import.meta.url),
    { file },
    {
      memory,
      withinMs: longest,
      transfer: [file.buffer],
    },
  ).catch((cause) => {
    throw new Refusal('upload-not-xlsx', {}, { cause });
  });
  if ('rows' in answer) return answer.rows;
  if (answer.excess === 'rows') throw new Refusal('upload-too-many-rows', { limit: limits.rows });
  const { columns, cell, characters } = limits;
  throw new Refusal('upload-too-large', { columns, cell, characters });
}
