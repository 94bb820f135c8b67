import { DatabaseSync } from 'node:sqlite';
import type { Session } from './statements.ts';
import type { Row } from './tables.ts';

/** A whole number that JavaScript has no number for is a text, as in the other databases. */
const plain = (value: unknown) =>
  typeof value === 'bigint' ? (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) : value;

const plainRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/** A session of a file of SQLite. */
export async function openSqlite(path: string): Promise<Session> {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec('BEGIN');
  const names = (text: string, values: readonly string[] = []) =>
    database
      .prepare(text)
      .all(...values)
      .map(({ name }) => String(name));
  return {
    dialect: {
      quote: (name) => `"${name.replaceAll('"', '""')}"`,
      parameter: () => '?',
      asText: (expression) => `CAST(${expression} AS TEXT)`,
      compared: (column) => column,
    },
    tableNames: async () => names("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"),
    columnNames: async (table) => names('SELECT name FROM pragma_table_info(?)', [table]),
    query: async (text, values) => {
      const statement = database.prepare(text);
      // Otherwise a large number would break the whole query.
      statement.setReadBigInts(true);
      return statement.all(...values).map(plainRow);
    },
    close: async () => database.close(),
  };
}
