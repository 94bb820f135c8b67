import mysqlDriver, { type FieldPacket, type ResultSetHeader } from 'mysql2/promise';
import { type Connector, type KnownProblems, problemIn, type Syntax, type Value } from '../connector.ts';
import type { SqlProblem } from '../source.ts';
import { emptySelect } from '../statements.ts';

const problems: KnownProblems = [
  [/^(ER_ACCESS_DENIED_ERROR|ER_ACCESS_DENIED_NO_PASSWORD_ERROR|AUTH_SWITCH|ER_NOT_SUPPORTED_AUTH)/, 'login-refused'],
  [/^(ER_BAD_DB_ERROR|ER_DBACCESS_DENIED_ERROR|ER_NO_DB_ERROR)$/, 'no-database'],
  [/^(ER_NO_SUCH_TABLE|ER_TABLEACCESS_DENIED_ERROR|ER_COLUMNACCESS_DENIED|ER_BAD_FIELD|ER_WRONG_TABLE)/, 'no-table'],
  [/^(ER_WRONG_COLUMN_NAME|ER_VIEW_INVALID|ER_PARSE_ERROR|ER_TOO_LONG_IDENT)/, 'no-table'],
  [/^(ER_QUERY_TIMEOUT|ER_STATEMENT_TIMEOUT|ER_QUERY_INTERRUPTED|ER_LOCK_WAIT_TIMEOUT|ER_LOCK_DEADLOCK)$/, 'too-slow'],
  [/^(HANDSHAKE_NO_SSL_SUPPORT|HANDSHAKE_SSL_ERROR)$/, 'tls-unproven'],
  [
    /^(ER_DUP|ER_BAD_NULL|ER_TRUNCATED|ER_DATA_TOO_LONG|ER_WARN_DATA|ER_NO_DEFAULT|ER_ROW_IS|ER_NO_REF)/,
    'write-refused',
  ],
  [
    /^(ER_CANT_EXECUTE_IN_READ_ONLY|ER_OPTION_PREVENTS|ER_CHECK_CONSTRAINT|ER_CONSTRAINT_FAILED|ER_SIGNAL)/,
    'write-refused',
  ],
];

/** MariaDB's codes that the driver does not name: its time limit, and a CHECK that a row breaks. */
const ofMariaDb: Readonly<Record<number, SqlProblem>> = { 1969: 'too-slow', 4025: 'write-refused' };
const integers = [1, 2, 3, 8, 9, 13];
const decimals = [0, 246];
const bit = 16;
const unsigned = 32;
const binaryCharset = 63;
const texts = [15, 249, 250, 251, 252, 253, 254];

/** The type of a column, as far as comparisons depend on it. A key of bytes is read in hexadecimal digits. */
function typeOf({ columnType = 0, flags, characterSet }: FieldPacket, isKey: boolean): string {
  if (integers.includes(columnType)) return Number(flags) & unsigned ? 'UNSIGNED' : 'SIGNED';
  if (decimals.includes(columnType)) return 'DECIMAL(65, 30)';
  if (columnType === bit) return 'bit';
  return isKey && texts.includes(columnType) && characterSet === binaryCharset ? 'bytes' : 'text';
}

const syntax: Syntax = {
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  parameter: () => '?',
  asText(expression, type, most) {
    if (type === 'bytes') return `HEX(${expression})`;
    if (type === 'bit') return `CONVERT(${expression} + 0 USING utf8mb4)`;
    return `LEFT(CONVERT(${expression} USING utf8mb4), ${most})`;
  },
  // MySQL compares an integer and a text as floating-point numbers, which loses digits.
  asValue(parameter, type) {
    if (type === 'bytes') return `UNHEX(${parameter})`;
    return /SIGNED$|^DECIMAL/.test(type) ? `CAST(${parameter} AS ${type})` : parameter;
  },
  limited: (select, rows) => `${select} LIMIT ${rows}`,
};

/** MySQL and MariaDB limit the time of a statement under different names. */
const timeLimits = (ms: number) => [
  `SET SESSION MAX_EXECUTION_TIME = ${ms}`,
  `SET SESSION max_statement_time = ${ms / 1000}`,
];

export const mysql: Connector = {
  syntax,
  async connect({ source, writes, statementMs }) {
    const { host, port, user, password, database, sslMode } = source;
    const connection = await mysqlDriver.createConnection({
      ...{ host, port, user, password, database, rowsAsArray: true },
      charset: 'utf8mb4',
      // The socket's guard checks the certificate.
      ...(sslMode !== 'disable' && { ssl: { rejectUnauthorized: sslMode === 'verify-full' } }),
      // A server could put code into the names of its columns.
      disableEval: true,
      flags: ['-LOCAL_FILES'],
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      connectTimeout: statementMs,
    });
    // The running statement fails with the same error.
    connection.on('error', () => undefined);
    const limited = await Promise.allSettled(timeLimits(statementMs).map((text) => connection.query(text)));
    if (limited.every(({ status }) => status === 'rejected')) throw (limited[0] as PromiseRejectedResult).reason;
    await connection.query('SET SESSION autocommit = 1');
    await connection.query(`SET SESSION TRANSACTION READ ${writes ? 'WRITE' : 'ONLY'}`);
    const run = (text: string, values: readonly Value[]) => connection.execute(text, [...values]);
    return {
      async describe(table, key) {
        const [, fields] = await run(emptySelect(syntax, table), []);
        return fields.map((field) => ({ name: field.name, type: typeOf(field, field.name === key) }));
      },
      query: async (text, values) => (await run(text, values))[0] as unknown as Value[][],
      change: async (text, values) => ((await run(text, values))[0] as ResultSetHeader).affectedRows,
      close: () => connection.end(),
    };
  },

  problemOf: ({ code = '', errno }: Error & { code?: string; errno?: number }) =>
    ofMariaDb[errno ?? 0] ?? problemIn(problems, code),
};
