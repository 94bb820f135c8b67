import type { FieldProblem } from '../../../core/errors.ts';

/** Why a table could not be read, at the field of its adapter that tells of it. Nothing of the network is told. */
export type TableProblem = Pick<FieldProblem, 'field' | 'code' | 'params'>;

/** The one word for all that lies between us and the table. */
export const notReached: TableProblem = { field: 'host', code: 'not-reached' };
export const unreachable: TableProblem = { field: 'host', code: 'unreachable' };
const unproven: TableProblem = { field: 'sslMode', code: 'tls-unproven' };
const unreadable: TableProblem = { field: 'table', code: 'no-policy-table' };

/** By the classes and codes of Postgres, and those of TLS. */
const problems: [RegExp, TableProblem][] = [
  [/^28/, { field: 'user', code: 'login-refused' }],
  [/^3D000$/, { field: 'database', code: 'no-database' }],
  [/^(42|3F)/, unreadable],
  [/^(25006|57014|55P03)$/, { field: 'table', code: 'table-too-slow' }],
  [/CERT|SIGNATURE|SELF_SIGNED|ERR_SSL|ERR_TLS|EPROTO/, unproven],
];

export function problemOf(error: Error & { code?: string }): TableProblem {
  if (/SSL connection/.test(error.message)) return unproven;
  return problems.find(([codes]) => codes.test(error.code ?? ''))?.[1] ?? unreachable;
}
