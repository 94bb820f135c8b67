import oracledb from 'oracledb';
import { type Connector, type KnownProblems, problemIn, type Syntax, type Value } from '../connector.ts';
import { emptySelect } from '../statements.ts';

/** Numbers of Oracle's errors, and of the driver's. */
const problems: KnownProblems = [
  [/ORA-(01017|01005|28000|28001|01045|28040)|NJS-(101|116)/, 'login-refused'],
  [/ORA-(12514|12505|12154|01109|01033)|NJS-(517|518|514)/, 'no-database'],
  [/ORA-(00942|00904|01031|00903|00972|04063|00936)/, 'no-table'],
  [/NJS-123|ORA-(01013|00054|30006)/, 'too-slow'],
  [/ORA-(00001|01400|01407|12899|02290|02291|02292|01722|01456|01438|0186\d)/, 'write-refused'],
  [/NJS-(505|506|507)/, 'tls-unproven'],
];

const binary = /RAW$/;

const syntax: Syntax = {
  quote: (name) => `"${name.replaceAll('"', '')}"`,
  parameter: (n) => `:${n}`,
  asText(expression, type, most) {
    if (binary.test(type)) return `RAWTOHEX(${expression})`;
    return `SUBSTR(${/CLOB|CHAR/.test(type) ? expression : `TO_CHAR(${expression})`}, 1, ${most})`;
  },
  asValue(parameter, type) {
    if (binary.test(type)) return `HEXTORAW(${parameter})`;
    return /NUMBER|BINARY_/.test(type) ? `TO_NUMBER(${parameter})` : parameter;
  },
  limited: (select, rows) => `${select} FETCH FIRST ${rows} ROWS ONLY`,
};

const asIso = `ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS' NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.FF3'
  NLS_NUMERIC_CHARACTERS = '.,' NLS_COMP = BINARY NLS_SORT = BINARY`;

export const oracle: Connector = {
  syntax,
  async connect({ source, writes, statementMs }) {
    const { host, port, user, password, database, sslMode } = source;
    // The texts of a description have no quotes, so the parts must not hold its signs.
    const safe = (text: string) => text.replaceAll(/[()="'\s]/g, '');
    const protocol = sslMode === 'disable' ? 'TCP' : 'TCPS';
    const connection = await oracledb.getConnection({
      ...{ user, password },
      connectString: `(DESCRIPTION=(ADDRESS=(PROTOCOL=${protocol})(HOST=${safe(host)})(PORT=${port}))(CONNECT_DATA=(SERVICE_NAME=${safe(database)})))`,
      // The socket's guard checks the certificate.
      sslServerDNMatch: false,
      ...{ connectTimeout: statementMs / 1000, transportConnectTimeout: statementMs / 1000, retryCount: 0 },
    });
    connection.callTimeout = statementMs;
    await connection.execute(asIso);
    const run = async (text: string, values: readonly Value[]) => {
      if (!writes) await connection.execute('SET TRANSACTION READ ONLY');
      const result = await connection.execute<Value[]>(text, [...values], {
        autoCommit: writes,
        fetchTypeHandler: () => ({ type: oracledb.STRING }),
      });
      if (!writes) await connection.rollback();
      return result;
    };
    return {
      async describe(table) {
        const { metaData = [] } = await run(emptySelect(syntax, table), []);
        return metaData.map(({ name, dbTypeName = '' }) => ({ name, type: dbTypeName }));
      },
      query: async (text, values) => (await run(text, values)).rows ?? [],
      change: async (text, values) => (await run(text, values)).rowsAffected ?? 0,
      close: () => connection.close(),
    };
  },
  problemOf: ({ message }) => problemIn(problems, message),
};
