import pg from 'pg';
import type { Connector } from '../connector.ts';
import { guardedSocket } from '../guarded-socket.ts';
import type { SqlProblem } from '../source.ts';

/** Error classes and codes of Postgres, and codes of TLS. */
const problems: [RegExp, SqlProblem][] = [
  [/^28/, 'login-refused'],
  [/^3D000$/, 'no-database'],
  [/^(42|3F)/, 'no-table'],
  [/^(25006|57014|55P03)$/, 'too-slow'],
  [/CERT|SIGNATURE|SELF_SIGNED|ERR_SSL|ERR_TLS|EPROTO/, 'tls-unproven'],
];

export const postgres: Connector = {
  async read({ source, addresses, selection, limits }) {
    const { user, database, host, port, sslMode } = source;
    const { table, columns, where } = selection;
    const client = new pg.Client({
      ...{ user, database, host, port },
      // With an empty text, pg would look for a password file in the server's home folder.
      password: () => source.password,
      ssl: sslMode === 'disable' ? false : { rejectUnauthorized: sslMode === 'verify-full' },
      stream: () => guardedSocket({ host, port, addresses, bytes: limits.bytes }),
      application_name: 'doorwright',
    });
    // The running statement fails with the same error.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${limits.statementMs}`);
    const asText = (column: string) => `${pg.escapeIdentifier(column)}::text`;
    const condition = where ? `WHERE ${asText(where.column)} = ANY ($1)` : '';
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT ${columns.map(asText)} FROM ${pg.escapeIdentifier(table)} ${condition} LIMIT ${limits.rows}`,
      values: where ? [where.isOneOf] : [],
      rowMode: 'array',
      // The statement selects text only, whatever types the answer claims.
      types: { getTypeParser: () => String },
    });
    await client.query('COMMIT');
    await client.end();
    return rows.slice(0, limits.rows).map((row) => columns.map((_, index) => row[index] ?? ''));
  },

  problemOf({ code = '', message }) {
    if (/SSL connection/.test(message)) return 'tls-unproven';
    return problems.find(([codes]) => codes.test(code))?.[1] ?? 'unreachable';
  },
};
