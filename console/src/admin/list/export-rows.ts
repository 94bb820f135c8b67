import type { Kind, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { byteOrderMark, csvLine } from '@doorwright/crds/values/csv-line.ts';

/** Lists are separated by semicolons, as spreadsheets show them; entries with members are JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The columns of a list, named as in the API. Secrets are left out. */
function exportedColumns(kind: Kind): string[] {
  const isSecret = (column: string) => fieldsOf(kind).some(({ name, secret }) => name === column && secret);
  return (kind.list?.columns ?? []).map(({ field }) => field).filter((field) => !isSecret(field));
}

/** A file that gets its rows page by page. */
export interface ExportFile {
  add: (rows: readonly Row[]) => void;
  finish: () => Blob;
}

/** The browser keeps the pages of a blob outside of the memory of the page, so a hundred thousand rows need little of it. */
export function csvFile(kind: Kind): ExportFile {
  const columns = exportedColumns(kind);
  const parts: BlobPart[] = [byteOrderMark + csvLine(columns)];
  return {
    add: (rows) =>
      parts.push(new Blob([rows.map((row) => `\r\n${csvLine(columns.map((field) => textOf(row[field])))}`).join('')])),
    finish: () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  };
}

/** Rows as a CSV file. */
export function exportRows(kind: Kind, rows: readonly Row[]): Blob {
  const file = csvFile(kind);
  file.add(rows);
  return file.finish();
}
