import { Connection as Client, type ConnectionConfiguration, Request, TYPES } from 'tedious';
import { type Column, type Connector, type KnownProblems, problemIn, type Syntax, type Value } from '../connector.ts';
import { emptySelect } from '../statements.ts';

/** Codes of the driver, and numbers of SQL Server's errors. */
const problems: KnownProblems = [
  [/^(ELOGIN|18456|18452)$/, 'login-refused'],
  [/^(4060|911|916)$/, 'no-database'],
  [/^(EENCRYPT)$/, 'tls-unproven'],
  [/^(ETIMEOUT|1222|1205)$/, 'too-slow'],
  [/^(207|208|229|230|4104|102|105|306|421)$/, 'no-table'],
  [/^(245|515|547|2601|2627|2628|8114|8152|8115|3906|544)$/, 'write-refused'],
];

const ansi = /^(Var)?Char$|^Text$/;
const binary = /Binary$|^Image$|^UDT$/;
const dated = /Date|Time/;

const syntax: Syntax = {
  quote: (name) => `[${name.replaceAll(']', ']]')}]`,
  parameter: (n) => `@p${n}`,
  asText(expression, type, most) {
    // The styles 2 and 121: hexadecimal digits, and times of ISO 8601.
    const style = binary.test(type) ? ', 2' : dated.test(type) ? ', 121' : '';
    return `LEFT(CONVERT(nvarchar(max), ${binary.test(type) ? `CONVERT(varbinary(max), ${expression})` : expression}${style}), ${most})`;
  },
  // SQL Server orders varchar and nvarchar differently, and an index serves only a value of its own type.
  asValue(parameter, type) {
    if (ansi.test(type)) return `CAST(${parameter} AS varchar(8000))`;
    return binary.test(type) ? `CONVERT(varbinary(max), ${parameter}, 2)` : parameter;
  },
  limited: (select, rows) => `TOP (${rows}) ${select}`,
};

interface Result {
  rows: Value[][];
  columns: Column[];
  count: number;
}

type Meta = { colName: string; type: { name: string } };

function run(client: Client, text: string, values: readonly Value[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const rows: Value[][] = [];
    let columns: Column[] = [];
    const request = new Request(text, (error, count) =>
      error ? reject(error) : resolve({ rows, columns, count: count ?? 0 }),
    );
    request.on('columnMetadata', (found) => {
      columns = (found as unknown as Meta[]).map(({ colName, type }) => ({ name: colName, type: type.name }));
    });
    request.on('row', (cells: { value: unknown }[]) =>
      rows.push(cells.map(({ value }) => (value === null || value === undefined ? null : String(value)))),
    );
    values.forEach((value, index) => {
      request.addParameter(`p${index + 1}`, TYPES.NVarChar, value, { length: Number.POSITIVE_INFINITY });
    });
    client.execSql(request);
  });
}

export const mssql: Connector = {
  syntax,
  async connect({ source, statementMs }) {
    const { host, port, user, password, database, sslMode } = source;
    const client = new Client({
      server: host,
      authentication: { type: 'default', options: { userName: user, password } },
      options: {
        ...{ port, database, appName: 'doorwright', useColumnNames: false, useUTC: true },
        // The socket's guard checks the certificate. The driver refuses a server without TLS.
        encrypt: sslMode !== 'disable',
        trustServerCertificate: sslMode !== 'verify-full',
        ...{ connectTimeout: statementMs, requestTimeout: statementMs, maxRetriesOnTransientErrors: 0 },
      },
    } as ConnectionConfiguration);
    client.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => client.connect((error) => (error ? reject(error) : resolve())));
    return {
      describe: async (table) => (await run(client, emptySelect(syntax, table), [])).columns,
      query: async (text, values) => (await run(client, text, values)).rows,
      change: async (text, values) => (await run(client, text, values)).count,
      close: async () => client.close(),
    };
  },
  problemOf: ({ code = '', number, cause }: Error & { code?: string; number?: number }) =>
    problemIn(problems, String(number ?? '')) ??
    problemIn(problems, String((cause as { number?: number } | undefined)?.number ?? '')) ??
    problemIn(problems, code),
};
