import { parentPort, workerData } from 'node:worker_threads';
import { ofKnownColumns } from '../columns.ts';
import { openArchive } from './archive.ts';
import { type ExceededLimit, LimitError } from './limits.ts';
import { type Cell, readSheet } from './read-sheet.ts';
import { readWorkbook } from './workbook.ts';

export type SheetAnswer = { rows: Cell[][] } | { excess: ExceededLimit };

// Runs in a thread with its own memory, because reading takes a second and must not delay other requests.
async function answer(file: Uint8Array): Promise<SheetAnswer> {
  try {
    const archive = await openArchive(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    return { rows: ofKnownColumns(await readSheet(archive, await readWorkbook(archive))) };
  } catch (error) {
    if (error instanceof LimitError) return { excess: error.excess };
    throw error;
  }
}

parentPort?.postMessage(await answer(workerData.file));
