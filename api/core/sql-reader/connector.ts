import type { SqlProblem, SqlSource } from './source.ts';

export interface Address {
  address: string;
  family: number;
}

/** What a thread needs for a connection. */
export interface Place {
  source: SqlSource;
  /** The addresses of the host. The egress gate resolved it and allowed them. Files have none. */
  addresses: Address[];
  /** A connection without it changes nothing. */
  writes: boolean;
  /** For one statement in the database. */
  statementMs: number;
}

/** A column, and its type as the dialect needs it to compare values. */
export interface Column {
  name: string;
  type: string;
}

/** A value as the driver returns it. Statements select text, so others come from hostile servers. */
export type Value = string | null;

/** How a dialect writes the parts of a statement. */
export interface Syntax {
  /** A name in its quotes. It means itself, whatever characters it has. */
  quote(name: string): string;
  /** The place of the nth value, counted from 1. */
  parameter(n: number): string;
  /** An expression as text, cut to a number of characters. */
  asText(expression: string, type: string, most: number): string;
  /** A text as a value of this type, so that the database compares by its own order. */
  asValue(parameter: string, type: string): string;
  /** A SELECT without its first word, limited to a number of rows. */
  limited(select: string, rows: number): string;
}

/** An open connection. */
export interface Connection {
  /** The columns of a table. `key` is the column that orders its rows. */
  describe(table: string, key?: string): Promise<Column[]>;
  query(text: string, values: readonly Value[]): Promise<Value[][]>;
  /** Returns the number of rows that it found. */
  change(text: string, values: readonly Value[]): Promise<number>;
  close(): Promise<unknown>;
}

/** The client of one dialect. It runs in the thread only. */
export interface Connector {
  syntax: Syntax;
  connect(place: Place): Promise<Connection>;
  /** Translates the driver's codes into a problem. */
  problemOf(error: Error & { code?: string }): SqlProblem | undefined;
}

/** A pattern of a driver's codes or messages, and its problem. */
export type KnownProblems = readonly (readonly [RegExp, SqlProblem])[];

export const problemIn = (known: KnownProblems, text: string): SqlProblem | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1];
