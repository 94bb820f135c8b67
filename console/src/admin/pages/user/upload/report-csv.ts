import { csvOf } from '../../../browser/csv.ts';
import type { RowReport } from './report.ts';

/** The report as a CSV file for spreadsheet programs. */
export const reportCsv = (titles: readonly string[], rows: readonly RowReport[]): Blob =>
  csvOf(
    titles,
    rows.map(({ row, id, outcome, field, why }) => [row, id, outcome, field, why]),
  );
