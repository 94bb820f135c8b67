import { open, stat } from 'node:fs/promises';
import { BrokenSource, type Place } from './contract.ts';
import { readableTables } from './readable-tables.ts';
import { brokenFile } from './reading/broken-file.ts';
import { isDatabaseUrl, openTables } from './tables/open-tables.ts';

export interface OpenPlace {
  place: Place;
  close(): Promise<void>;
}

/** The address without its password, for sentences. */
function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (!url) return text.replace(/:[^:@/]*@/, ':***@');
  if (url.password) url.password = '***';
  return url.href;
}

/** Codes and words of the drivers for a user or password that the database refuses. */
const refusals = new Set(['28P01', '28000', 'ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR']);
const absences = new Set(['3D000', 'ER_BAD_DB_ERROR']);

function sentenceOf(place: string, error: unknown): string {
  const { code = '', message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  if (refusals.has(code)) return `The database ${place} refuses the user or the password.`;
  if (absences.has(code)) return `The server of ${place} has no such database.`;
  // A host with two addresses has an error for each of them, and none of its own.
  return `The database ${place} cannot be reached: ${message || errors?.[0]?.message || code}.`;
}

async function openDatabase(text: string): Promise<OpenPlace> {
  const place = withoutPassword(text);
  const tables = await openTables(text).catch((error) => {
    throw new BrokenSource(sentenceOf(place, error));
  });
  return { place: { type: 'database', tables: readableTables(tables, place) }, close: () => tables.close() };
}

const sqliteStart = 'SQLite format 3\0';

/** Tells whether a file is a database. People then need not know the scheme of its address. */
async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  const { buffer, bytesRead } = (await file?.read(Buffer.alloc(sqliteStart.length), 0, sqliteStart.length)) ?? {};
  await file?.close();
  return bytesRead === sqliteStart.length && buffer?.toString() === sqliteStart;
}

/** The place that a user of the command names: a file, a folder, or the address of a database. */
export async function openPlace(text: string): Promise<OpenPlace> {
  if (isDatabaseUrl(text)) return openDatabase(text);
  const found = await stat(text).catch((error) => {
    throw brokenFile(text, error);
  });
  if (found.isFile() && (await isSqlite(text))) return openDatabase(`sqlite:${encodeURIComponent(text)}`);
  const place: Place = { type: found.isDirectory() ? 'folder' : 'file', path: text };
  return { place, close: async () => {} };
}
