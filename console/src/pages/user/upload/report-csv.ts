import type { RowReport } from './report.ts';

/** Escapes cells that a spreadsheet program would run as formulas. */
const cell = (value: string | number) =>
  `"${String(value)
    .replace(/^(?=[=+\-@\t\r])/, "'")
    .replaceAll('"', '""')}"`;

/** The report as a CSV file for spreadsheet programs. */
export function reportCsv(titles: readonly string[], rows: readonly RowReport[]): Blob {
  const lines = rows.map(({ row, id, outcome, field, why }) => [row, id, outcome, field, why]);
  const text = [titles, ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
  // The byte order mark tells spreadsheet programs that the text is UTF-8.
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
}

export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
