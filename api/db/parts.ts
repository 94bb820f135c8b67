import type { Knex } from 'knex';
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

export const run = (sql: Sql, { text, values }: Part): Knex.Raw => sql.raw(text, values as Knex.RawBinding[]);

/** One statement of parts that know each other's rows by their names: one round trip, and all of it is done or nothing. */
export const together = (sql: Sql, parts: Readonly<Record<string, Part>>, answer: string): Knex.Raw =>
  run(sql, {
    text: `WITH ${Object.entries(parts)
      .map(([name, { text }]) => `${quoted(name)} AS (${text})`)
      .join(', ')} ${answer}`,
    values: Object.values(parts).flatMap(({ values }) => values),
  });
