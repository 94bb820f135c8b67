import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/universal';

// A thread of its own, with memory of its own: parsing takes seconds, and what a sheet unfolds to is not ours to say.
const { file, mostRows, mostColumns } = workerData as {
  file: Uint8Array<ArrayBuffer>;
  mostRows: number;
  mostColumns: number;
};
const rows = await readSheet(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength), { trim: true });
parentPort?.postMessage({ count: rows.length, rows: rows.slice(0, mostRows).map((row) => row.slice(0, mostColumns)) });
