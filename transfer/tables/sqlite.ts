import { DatabaseSync } from 'node:sqlite';
import type { Session } from './statements.ts';

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
    },
    tableNames: async () => names("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"),
    columnNames: async (table) => names('SELECT name FROM pragma_table_info(?)', [table]),
    query: async (text, values) => database.prepare(text).all(...values),
    close: async () => database.close(),
  };
}
