import type { Column, Syntax, Value } from './connector.ts';

/** The most characters of a value. A longer one arrives with one more, so that a reader notices it. */
export const longestValue = 4000;

export interface Statement {
  text: string;
  values: Value[];
}

/** A page of rows in the order of a key, or the rows with these keys. The key stands before the columns. */
export interface PageQuery {
  table: string;
  key: string;
  columns: readonly string[];
  rows: number;
  after?: string;
  keys?: readonly string[];
  /** Only rows in which a column has this value. */
  where?: { column: string; is: string };
}

/** Values of the columns of one row. */
export type NewValues = Readonly<Record<string, Value>>;

/** A table with its schema, such as `hr.people`. */
const tableName = ({ quote }: Syntax, table: string) => table.split('.').map(quote).join('.');

/** A type that this reading never asked for is a text. */
const typeIn = (columns: readonly Column[], name: string) => columns.find((each) => each.name === name)?.type ?? '';

/** Collects the values of one statement, and writes their places. */
function createValues({ parameter, asValue }: Syntax) {
  const values: Value[] = [];
  const place = (value: Value, type = '') => asValue(parameter(values.push(value)), type);
  return { values, place };
}

export const emptySelect = (syntax: Syntax, table: string): string =>
  `SELECT * FROM ${tableName(syntax, table)} WHERE 1 = 0`;

export function pageStatement(syntax: Syntax, query: PageQuery, known: readonly Column[]): Statement {
  const { table, key, columns, rows, after, keys, where } = query;
  const { values, place } = createValues(syntax);
  const text = (name: string) => syntax.asText(syntax.quote(name), typeIn(known, name), longestValue + 1);
  const quoted = syntax.quote(key);
  const type = typeIn(known, key);
  const conditions = [`${quoted} IS NOT NULL`];
  if (after !== undefined) conditions.push(`${quoted} > ${place(after, type)}`);
  if (keys) conditions.push(`${quoted} IN (${keys.map((each) => place(each, type)).join(', ')})`);
  if (where) conditions.push(`${syntax.quote(where.column)} = ${place(where.is, typeIn(known, where.column))}`);
  const select = `${[key, ...columns].map(text).join(', ')} FROM ${tableName(syntax, table)} WHERE ${conditions.join(' AND ')} ORDER BY ${quoted}`;
  return { text: `SELECT ${syntax.limited(select, rows)}`, values };
}

/** How many rows there are, and how many different keys they have. */
export function countStatement(syntax: Syntax, table: string, key: string): Statement {
  const counts = ['*', `DISTINCT ${syntax.quote(key)}`].map((what) => syntax.asText(`COUNT(${what})`, '', 20));
  return { text: `SELECT ${counts.join(', ')} FROM ${tableName(syntax, table)}`, values: [] };
}

/** Some rows of a small table, in any order. */
export function rowsStatement(
  syntax: Syntax,
  {
    table,
    columns,
    rows,
    where,
  }: Pick<PageQuery, 'table' | 'columns' | 'rows'> & { where?: Record<string, readonly string[]> },
  known: readonly Column[],
): Statement {
  const { values, place } = createValues(syntax);
  const text = (name: string) => syntax.asText(syntax.quote(name), typeIn(known, name), longestValue + 1);
  const conditions = Object.entries(where ?? {}).map(
    ([name, isOneOf]) => `${text(name)} IN (${isOneOf.map((each) => place(each)).join(', ') || 'NULL'})`,
  );
  const condition = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const select = `${columns.map(text).join(', ')} FROM ${tableName(syntax, table)}${condition}`;
  return { text: `SELECT ${syntax.limited(select, rows)}`, values };
}

export interface RowChange {
  table: string;
  key: string;
  /** The row with this key changes. */
  keyValue: string;
  set: NewValues;
}

export function updateStatement(syntax: Syntax, { table, key, keyValue, set }: RowChange, known: readonly Column[]) {
  const { values, place } = createValues(syntax);
  const assigned = Object.entries(set).map(
    ([name, value]) => `${syntax.quote(name)} = ${place(value, typeIn(known, name))}`,
  );
  const condition = `${syntax.quote(key)} = ${place(keyValue, typeIn(known, key))}`;
  return { text: `UPDATE ${tableName(syntax, table)} SET ${assigned.join(', ')} WHERE ${condition}`, values };
}

export function insertStatement(syntax: Syntax, table: string, set: NewValues, known: readonly Column[]): Statement {
  const { values, place } = createValues(syntax);
  const names = Object.keys(set).map(syntax.quote);
  const places = Object.entries(set).map(([name, value]) => place(value, typeIn(known, name)));
  return {
    text: `INSERT INTO ${tableName(syntax, table)} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    values,
  };
}
