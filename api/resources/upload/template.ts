import writeXlsxFile from 'write-excel-file/node';
import { userColumns } from './columns.ts';

const example: Record<string, string | number> = {
  owner: 'example-organization',
  name: 'alice',
  type: 'normal-user',
  displayName: 'Alice Example',
  email: 'alice@example.com',
  isAdmin: 0,
};

/** A sheet with the columns and one row to write over. */
export function usersTemplate(): Promise<Buffer> {
  const header = userColumns.map((value) => ({ value, fontWeight: 'bold' as const }));
  return writeXlsxFile([header, userColumns.map((name) => example[name] ?? null)]).toBuffer();
}
