import pg from 'pg';
import type { Session } from './statements.ts';

/** A session of Postgres. Dates and numbers come as text: a driver's own types would change them. */
export async function openPostgres(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (value: unknown) => value } });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const schema = `SELECT current_schema()`;
  const names = async (text: string, values: string[] = []): Promise<string[]> =>
    (await client.query(text, values)).rows.map(({ name }) => name);
  return {
    dialect: {
      quote: (name) => `"${name.replaceAll('"', '""')}"`,
      parameter: (n) => `$${n}`,
      // The order of bytes is the same on every server.
      asText: (expression) => `CAST(${expression} AS text) COLLATE "C"`,
    },
    tableNames: () =>
      names(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = (${schema})`),
    columnNames: (table) =>
      names(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = (${schema}) AND table_name = $1`,
        [table],
      ),
    query: async (text, values) => (await client.query(text, [...values])).rows,
    close: () => client.end(),
  };
}
