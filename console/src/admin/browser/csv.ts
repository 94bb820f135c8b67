import { byteOrderMark, csvLine } from '@doorwright/crds/values/csv-line.ts';

/** A CSV file for spreadsheet programs. */
export function csvOf(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): Blob {
  return new Blob([byteOrderMark, [titles, ...rows].map(csvLine).join('\r\n')], { type: 'text/csv;charset=utf-8' });
}
