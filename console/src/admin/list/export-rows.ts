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
  finish: () => Promise<Blob>;
}

/** The browser keeps the pages of a blob outside of the memory of the page, so a hundred thousand rows need little of it. */
export function csvFile(kind: Kind): ExportFile {
  const columns = exportedColumns(kind);
  const parts: BlobPart[] = [byteOrderMark + csvLine(columns)];
  return {
    add: (rows) =>
      parts.push(new Blob([rows.map((row) => `\r\n${csvLine(columns.map((field) => textOf(row[field])))}`).join('')])),
    finish: async () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  };
}

/** A workbook is built as a whole in memory: this many rows take some seconds. */
export const mostInWorkbook = 20_000;

/** A workbook with texts, numbers and truth values. A text is no formula there, whatever it begins with. */
export function workbookFile(kind: Kind): ExportFile {
  const columns = exportedColumns(kind);
  const lines: (string | number | boolean)[][] = [columns];
  const cell = (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? value : textOf(value).slice(0, longestCell);
  return {
    add: (rows) => {
      for (const row of rows) lines.push(columns.map((field) => cell(row[field])));
    },
    async finish() {
      const { default: writeXlsxFile } = await import('write-excel-file/browser');
      return writeXlsxFile(lines).toBlob();
    },
  };
}

/** Excel takes no longer text. */
const longestCell = 32_767;

/** Rows as a CSV file. */
export function exportRows(kind: Kind, rows: readonly Row[]): Promise<Blob> {
  const file = csvFile(kind);
  file.add(rows);
  return file.finish();
}
