export interface RowReport {
  /** As the sheet numbers it. */
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
