import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import type { Egress } from '../../../core/egress/gate.ts';
import { openSql, type SqlSession } from '../../../core/sql-reader/open-sql.ts';
import { type SqlProblem, SqlReadError } from '../../../core/sql-reader/source.ts';
import { SourceError, type SourceProblem } from '../contract.ts';
import { incomplete } from '../incomplete.ts';

/** The parts of a syncer that lead to its database. */
export type DatabasePlace = Pick<
  Syncer,
  | ('organization' | 'databaseType' | 'host' | 'port' | 'user' | 'password')
  | ('database' | 'sslMode' | 'caCertificate' | 'table')
>;

export interface DatabaseDeps {
  egress: Egress;
  /** The folder of DOORWRIGHT_SQLITE_DIR. */
  sqliteFolder?: string | undefined;
  signal?: AbortSignal | undefined;
}

const limits = { bytes: 16 * 2 ** 20, statementMs: 30_000, withinMs: 45_000 };

/** A problem of the database in words, at the field of the syncer that has to change. */
export function problemOfSource(problem: SqlProblem, { host, port, database, table }: DatabasePlace): SourceProblem {
  const at = { host: `${host}:${port}` };
  const problems: Record<SqlProblem, SourceProblem> = {
    unreachable: { code: 'database-unreachable', params: at, field: 'host' },
    'tls-unproven': { code: 'database-untrusted', params: at, field: 'caCertificate' },
    'login-refused': { code: 'database-login-refused', field: 'password' },
    'no-database': { code: 'database-missing', params: { database }, field: 'database' },
    'no-table': { code: 'database-no-table', params: { table }, field: 'table' },
    'too-slow': { code: 'database-too-slow', field: 'table' },
    'too-large': { code: 'database-too-large', field: 'table' },
    'write-refused': { code: 'database-write-refused', field: 'table' },
    'files-off': { code: 'database-files-off', field: 'database' },
    'no-file': { code: 'database-no-file', field: 'database' },
  };
  return problems[problem];
}

/** Gives failures of a database the words of a source. Refusals of the egress gate have their own. */
export const inWordsOf =
  (place: DatabasePlace) =>
  (error: unknown): never => {
    if (error instanceof SqlReadError) throw new SourceError(problemOfSource(error.problem, place), error);
    throw error;
  };

/** Opens the database of a syncer. The first call connects. */
export async function connectTo(place: DatabasePlace, deps: DatabaseDeps, writes = false): Promise<SqlSession> {
  const { databaseType: dialect, host, port, user, password, database, sslMode, caCertificate, organization } = place;
  if (!host && dialect !== 'sqlite3') throw new SourceError(incomplete('host'));
  const source = { dialect, host, port, user, password, database, sslMode, caCertificate };
  return openSql(source, { ...deps, owner: { organization }, writes, limits }).catch(inWordsOf(place));
}
