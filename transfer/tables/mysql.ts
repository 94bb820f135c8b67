import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Session } from './statements.ts';

/** A session of MySQL or MariaDB. */
export async function openMysql(url: string): Promise<Session> {
  const connection = await createConnection({
    uri: url,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  const select = async (text: string, values: readonly string[]) =>
    (await connection.query<RowDataPacket[]>(text, [...values]))[0];
  const names = async (text: string, values: readonly string[] = []) =>
    (await select(text, values)).map(({ name }) => String(name));
  return {
    dialect: {
      quote: (name) => `\`${name.replaceAll('`', '``')}\``,
      parameter: () => '?',
      asText: (expression) => `CAST(${expression} AS BINARY)`,
      compared: (column) => column,
    },
    tableNames: () => names('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'),
    columnNames: (table) =>
      names(
        'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?',
        [table],
      ),
    query: select,
    close: () => connection.end(),
  };
}
