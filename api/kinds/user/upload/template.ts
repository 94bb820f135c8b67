import { userColumns } from './columns.ts';

const example: Record<string, string | number> = {
  owner: 'example-organization',
  name: 'alice',
  type: 'normal-user',
  displayName: 'Alice Example',
  email: 'alice@example.com',
  isAdmin: 0,
};

/** A sheet with the columns and one example row. The library for writing is loaded on demand. */
export async function usersTemplate(): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const header = userColumns.map((value) => ({ value, fontWeight: 'bold' as const }));
  return writeXlsxFile([header, userColumns.map((name) => example[name] ?? null)]).toBuffer();
}
