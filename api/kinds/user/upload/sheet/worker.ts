import { parentPort, workerData } from 'node:worker_threads';
import { openArchive } from './archive.ts';
import { BeyondLimits, type Excess } from './limits.ts';
import { type Cell, readSheet } from './read-sheet.ts';
import { readWorkbook } from './workbook.ts';

export type SheetAnswer = { rows: Cell[][] } | { excess: Excess };

// A thread of its own, with memory of its own: reading takes a second, in which others want their answers.
async function answer(file: Uint8Array): Promise<SheetAnswer> {
  try {
    const archive = await openArchive(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    return { rows: await readSheet(archive, await readWorkbook(archive)) };
  } catch (error) {
    if (error instanceof BeyondLimits) return { excess: error.excess };
    throw error;
  }
}

parentPort?.postMessage(await answer(workerData.file));
