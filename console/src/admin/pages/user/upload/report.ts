export interface RowReport {
  /** The row number of the sheet. */
  row: number;
  id: string;
  outcome: 'created' | 'skipped' | 'failed';
  field: string;
  why: string;
}

export interface Report {
  created: number;
  skipped: number;
  failed: number;
  rows: RowReport[];
}
