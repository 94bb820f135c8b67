/** Each dialect has a connector. */
export const dialects = ['postgres', 'mysql', 'mssql', 'oracle', 'sqlite3'] as const;
export type Dialect = (typeof dialects)[number];

/** A database of another system, with the credentials for it. */
export interface SqlSource {
  dialect: Dialect;
  host: string;
  port: number;
  sslMode: 'disable' | 'require' | 'verify-full';
  /** The authorities that may sign the certificate of the server (PEM). Empty for the usual ones. */
  caCertificate?: string;
  user: string;
  password: string;
  /** Its name, or for sqlite3 the path of its file. */
  database: string;
}

/** The rows to read. Tables and columns may have any name, so connectors quote them. */
export interface Selection {
  table: string;
  columns: readonly string[];
  /** Only rows in which a column has one of these values. */
  where?: { column: string; isOneOf: readonly string[] };
}

export interface Limits {
  rows: number;
  bytes: number;
  /** For the whole read, with the lookup of the host. */
  withinMs: number;
  /** For one statement in the database. */
  statementMs: number;
}

/** Every value as text; NULL is empty. */
export type Row = readonly string[];

/** Why a read failed. These codes reveal nothing else about the network. */
export const sqlProblems = [
  ...(['unreachable', 'tls-unproven', 'login-refused', 'no-database', 'no-table', 'too-slow'] as const),
  ...(['too-large', 'write-refused', 'files-off', 'no-file'] as const),
] as const;
export type SqlProblem = (typeof sqlProblems)[number];

export class SqlReadError extends Error {
  readonly problem: SqlProblem;

  constructor(problem: SqlProblem, cause?: unknown) {
    super(`the database could not be read: ${problem}`, { cause });
    this.problem = problem;
  }
}
