import { createRequire } from 'node:module';
import type { Client } from '../../../harness/client.ts';

export type Cell = string | number | null;
// The api writes sheets with this library, and the tests use it too.
const { default: writeXlsxFile } = (await import(
  createRequire(import.meta.resolve('@doorwright/api/process/app.ts')).resolve('write-excel-file/node')
)) as { default: (rows: Cell[][]) => { toBuffer: () => Promise<Buffer> } };

export const sheet = (rows: Cell[][]) => writeXlsxFile(rows).toBuffer();

export async function upload(client: Client, file: Buffer, query: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'users.xlsx');
  return (await client.post('upload-users', form, { query })).body;
}
