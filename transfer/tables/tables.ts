/** A row, by the names of its columns in lower case. */
export type Row = Readonly<Record<string, unknown>>;

export interface Where {
  column: string;
  isOneOf: readonly string[];
}

/** The tables of another product's database, as of one moment, read only. Names of tables and columns are in lower case. */
export interface Tables {
  /** The tables and views that the reader of the source can see. */
  names(): Promise<ReadonlySet<string>>;
  /** The columns of a table. None if the table is missing. */
  columnsOf(table: string): Promise<ReadonlySet<string>>;
  /** All rows of a small table, or those with one of these values. */
  rows(table: string, where?: Where): Promise<readonly Row[]>;
  /** The rows of a large table in the order of its key, at most 500 at a time. */
  pages(table: string, key: readonly string[], where?: Where): AsyncIterable<readonly Row[]>;
  /** The number of rows of a table. 0 if the table is missing. */
  count(table: string): Promise<number>;
  close(): Promise<void>;
}
