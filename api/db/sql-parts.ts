import type { Sql } from './knex.ts';

/** A part of a statement, with a `?` for each value. */
export interface SqlPart {
  text: string;
  values: readonly unknown[];
}

/** SQL of an id that sorts by the number of a transaction, which has at most twenty digits. */
export const transactionOf = (number: string): string => `lpad((${number})::text, 20, '0')`;

type Columns = Readonly<Record<string, unknown>>;

const quoted = (name: string) => `"${name}"`;

/** Inserts a row. If `there` names another part of the statement, only if that part has a row. */
export function insertPart(table: string, row: Columns, { there = '', after = '' } = {}): SqlPart {
  const columns = Object.keys(row);
  const marks = columns.map(() => '?');
  const values = there ? `SELECT ${marks} FROM ${there}` : `VALUES (${marks})`;
  return {
    text: `INSERT INTO ${quoted(table)} (${columns.map(quoted)}) ${values} ${after}`,
    values: Object.values(row),
  };
}

/** The assignments of an update. */
export const assignmentsPart = (row: Columns): SqlPart => ({
  text: Object.keys(row)
    .map((column) => `${quoted(column)} = ?`)
    .join(', '),
  values: Object.values(row),
});

/**
 * Runs a statement whose text is complete. Sign-in and token requests use it: the query builder would take as long to compose such
 * a statement as Postgres to run it.
 */
export async function run<R = Record<string, unknown>>(sql: Sql, { text, values }: SqlPart): Promise<R[]> {
  const { client } = sql;
  const connection = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, { sql: text, bindings: values });
    return response.rows;
  } finally {
    client.releaseConnection(connection);
  }
}

/** One statement of several parts, which can read each other's rows by name. */
export const joinedParts = (parts: Readonly<Record<string, SqlPart>>, answer: string): SqlPart => ({
  text: `WITH ${Object.entries(parts)
    .map(([name, { text }]) => `${quoted(name)} AS (${text})`)
    .join(', ')} ${answer}`,
  values: Object.values(parts).flatMap(({ values }) => values),
});

/** Runs one statement of several parts. It is one round trip, and all of it happens or nothing. */
export const runParts = <R = Record<string, unknown>>(
  sql: Sql,
  parts: Readonly<Record<string, SqlPart>>,
  answer: string,
): Promise<R[]> => run(sql, joinedParts(parts, answer));
