import pg from 'pg';
import { type Connector, type KnownProblems, problemIn, type Syntax } from '../connector.ts';
import { emptySelect } from '../statements.ts';

/** Error classes and codes of Postgres, and codes of TLS. */
const problems: KnownProblems = [
  [/^28/, 'login-refused'],
  [/^3D000$/, 'no-database'],
  [/^(25006|57014|55P03)$/, 'too-slow'],
  [/^(23|22)/, 'write-refused'],
  [/^(42|3F)/, 'no-table'],
  [/CERT|SIGNATURE|SELF_SIGNED|ERR_SSL|ERR_TLS|EPROTO/, 'tls-unproven'],
];

const syntax: Syntax = {
  quote: pg.escapeIdentifier,
  parameter: (n) => `$${n}`,
  asText: (expression, _type, most) => `LEFT((${expression})::text, ${most})`,
  // Postgres gives a parameter the type of the column beside it.
  asValue: (parameter) => parameter,
  limited: (select, rows) => `${select} LIMIT ${rows}`,
};

export const postgres: Connector = {
  syntax,
  async connect({ source, writes, statementMs }) {
    const { user, database, host, port, sslMode } = source;
    const client = new pg.Client({
      ...{ user, database, host, port },
      // With an empty text, pg would look for a password file in the server's home folder.
      password: () => source.password,
      ssl: sslMode === 'disable' ? false : { rejectUnauthorized: sslMode === 'verify-full' },
      application_name: 'doorwright',
    });
    // The running statement fails with the same error.
    client.on('error', () => undefined);
    await client.connect();
    const access = writes ? 'READ WRITE' : 'READ ONLY';
    await client.query(
      `SET SESSION CHARACTERISTICS AS TRANSACTION ${access}; SET statement_timeout = ${statementMs}; SET client_encoding = 'UTF8'`,
    );
    const run = (text: string, values: readonly (string | null)[]) =>
      client.query<(string | null)[]>({
        ...{ text, values: [...values], rowMode: 'array' },
        // The statement selects text only, whatever types the answer claims.
        types: { getTypeParser: () => String },
      });
    return {
      describe: async (table) =>
        (await run(emptySelect(syntax, table), [])).fields.map(({ name }) => ({ name, type: '' })),
      query: async (text, values) => (await run(text, values)).rows,
      change: async (text, values) => (await run(text, values)).rowCount ?? 0,
      close: () => client.end(),
    };
  },

  problemOf: ({ code = '', message }) => (/SSL connection/.test(message) ? 'tls-unproven' : problemIn(problems, code)),
};
