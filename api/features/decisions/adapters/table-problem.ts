import type { FieldProblem } from '../../../core/errors.ts';
import type { SqlProblem } from '../../../core/sql-reader/source.ts';

/** Why a table could not be read, at the field of the adapter that has to change. */
export type TableProblem = Pick<FieldProblem, 'field' | 'code' | 'params'>;

/** Replaces every failure between the server and the table, so that it reveals nothing about the network. */
export const notReached: TableProblem = { field: 'host', code: 'not-reached' };

/** Adapters write nothing and read no files. */
type AdapterProblem = Exclude<SqlProblem, 'write-refused' | 'files-off' | 'no-file'>;

const atField: Record<AdapterProblem, TableProblem> = {
  unreachable: { field: 'host', code: 'unreachable' },
  'tls-unproven': { field: 'sslMode', code: 'tls-unproven' },
  'login-refused': { field: 'user', code: 'login-refused' },
  'no-database': { field: 'database', code: 'no-database' },
  'no-table': { field: 'table', code: 'no-policy-table' },
  'too-slow': { field: 'table', code: 'table-too-slow' },
  'too-large': { field: 'host', code: 'unreachable' },
};

export const problemAtField = (problem: SqlProblem): TableProblem =>
  atField[problem as AdapterProblem] ?? atField.unreachable;
