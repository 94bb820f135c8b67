import type { Row, Where } from './tables.ts';

/** How a dialect writes the parts of a statement. */
export interface Dialect {
  quote(name: string): string;
  /** The place of the nth value, counted from 1. */
  parameter(n: number): string;
  /** An expression as text. Keys compare as text, so that any type of key can be a position. */
  asText(expression: string): string;
  /** A column that is compared with texts, so that an index of the column serves the comparison. */
  compared(column: string): string;
}

/** A connection within one transaction that only reads, and sees one moment. */
export interface Session {
  dialect: Dialect;
  /** The names of tables, and of the columns of one, as the database spells them. */
  tableNames(): Promise<readonly string[]>;
  columnNames(table: string): Promise<readonly string[]>;
  query(text: string, values: readonly string[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface Statement {
  text: string;
  values: readonly string[];
}

export interface Selection {
  /** As the database spells them. */
  table: string;
  key: readonly string[];
  where?: Where | undefined;
  /** The key of the last row of the page before. */
  after?: readonly string[] | undefined;
  limit?: number | undefined;
}

/** A SELECT of whole rows, in the order of the key if there is one. */
export function selectStatement(dialect: Dialect, { table, key, where, after, limit }: Selection): Statement {
  const values: string[] = [];
  const placed = (value: string) => dialect.parameter(values.push(value));
  const texts = key.map((column) => dialect.asText(dialect.quote(column)));
  const conditions = [
    ...(where ? [`${dialect.compared(dialect.quote(where.column))} IN (${where.isOneOf.map(placed).join(', ')})`] : []),
    ...(after ? [`(${texts.join(', ')}) > (${after.map(placed).join(', ')})`] : []),
  ];
  const parts = [
    `SELECT * FROM ${dialect.quote(table)}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    ...(texts.length > 0 ? [`ORDER BY ${texts.join(', ')}`] : []),
    ...(limit ? [`LIMIT ${limit}`] : []),
  ];
  return { text: parts.join(' '), values };
}

/** The number of all rows of a table, in the column `count`. */
export const countStatement = (dialect: Dialect, table: string): string =>
  `SELECT COUNT(*) AS ${dialect.quote('count')} FROM ${dialect.quote(table)}`;
