import type { Connector } from '../connector.ts';
import type { Dialect } from '../source.ts';

/**
 * The module of each dialect. Another dialect needs one file and one line here. The thread loads only the module
 * that it needs, and the server loads none.
 */
export const connectors: Record<Dialect, () => Promise<Connector>> = {
  postgres: () => import('./postgres.ts').then(({ postgres }) => postgres),
  mysql: () => import('./mysql.ts').then(({ mysql }) => mysql),
  mssql: () => import('./mssql.ts').then(({ mssql }) => mssql),
  oracle: () => import('./oracle.ts').then(({ oracle }) => oracle),
  sqlite3: () => import('./sqlite3.ts').then(({ sqlite3 }) => sqlite3),
};
