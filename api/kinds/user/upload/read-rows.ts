import { Refusal } from '../../../core/errors.ts';
import { runInThread } from '../../../core/work/run-in-thread.ts';
import { limits } from './sheet/limits.ts';
import type { Cell } from './sheet/read-sheet.ts';
import type { SheetAnswer } from './sheet/worker.ts';

/** The limits of the reader stay far below this. Code that evades them ends the thread only. */
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
const longest = 30_000;

/** Reads the first sheet of an .xlsx file. Its content decides the type, never its name. */
export async function readRows(content: Uint8Array<ArrayBuffer>): Promise<Cell[][]> {
  // A small buffer shares its memory with others, so it cannot move into a thread.
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
