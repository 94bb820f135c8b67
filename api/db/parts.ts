import type { Sql } from './knex.ts';

/** A piece of a statement, with a `?` for each of its values. */
export interface Part {
  text: string;
  values: readonly unknown[];
}

type Columns = Readonly<Record<string, unknown>>;

const quoted = (name: string) => `"${name}"`;

/** Inserts a row; if another part of the statement is named, only if that has one. */
export function inserting(table: string, row: Columns, { there = '', after = '' } = {}): Part {
  const columns = Object.keys(row);
  const marks = columns.map(() => '?');
  const values = there ? `SELECT ${marks} FROM ${there}` : `VALUES (${marks})`;
  return {
    text: `INSERT INTO ${quoted(table)} (${columns.map(quoted)}) ${values} ${after}`,
    values: Object.values(row),
  };
}

/** The assignments of an update. */
export const assigning = (row: Columns): Part => ({
  text: Object.keys(row)
    .map((column) => `${quoted(column)} = ?`)
    .join(', '),
  values: Object.values(row),
});

/**
 * The rows of a statement whose text is there. What every sign-in and token asks comes this way: to the query builder, composing
 * such a statement is as much work as asking it.
 */
export async function run<R = Record<string, unknown>>(sql: Sql, { text, values }: Part): Promise<R[]> {
  const { client } = sql;
  const connection = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, { sql: text, bindings: values });
    return response.rows;
  } finally {
    client.releaseConnection(connection);
  }
}

/** One statement of parts that know each other's rows by their names: one round trip, and all of it is done or nothing. */
export const together = (sql: Sql, parts: Readonly<Record<string, Part>>, answer: string): Promise<object[]> =>
  run(sql, {
    text: `WITH ${Object.entries(parts)
      .map(([name, { text }]) => `${quoted(name)} AS (${text})`)
      .join(', ')} ${answer}`,
    values: Object.values(parts).flatMap(({ values }) => values),
  });
