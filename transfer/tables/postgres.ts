import pg from 'pg';
import type { Session } from './statements.ts';
import type { Row } from './tables.ts';

/** A session of Postgres. Dates and numbers come as text: a driver's own types would change them. */
export async function openPostgres(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (value: unknown) => value } });
  // A lost connection also breaks the next query, which says so. Without this, it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  let last: Promise<unknown> = Promise.resolve();
  // A client runs one query after the other, and its callers do not wait for each other.
  const query = (text: string, values: readonly string[]): Promise<Row[]> => {
    const next = last.then(() => client.query(text, [...values])).then(({ rows }) => rows);
    last = next.catch(() => undefined);
    return next;
  };
  const schema = `SELECT current_schema()`;
  const names = async (text: string, values: string[] = []): Promise<string[]> =>
    (await query(text, values)).map(({ name }) => String(name));
  return {
    dialect: {
      quote: (name) => `"${name.replaceAll('"', '""')}"`,
      parameter: (n) => `$${n}`,
      // The order of bytes is the same on every server.
      asText: (expression) => `CAST(${expression} AS text) COLLATE "C"`,
      // An index has the collation of its column, and serves no other.
      compared: (column) => `CAST(${column} AS text)`,
    },
    tableNames: () =>
      names(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = (${schema})`),
    columnNames: (table) =>
      names(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = (${schema}) AND table_name = $1`,
        [table],
      ),
    query,
    close: () => client.end(),
  };
}
