import { countStatement, type Session, selectStatement } from './statements.ts';
import type { Row, Tables, Where } from './tables.ts';

const pageSize = 500;
/** Rows of one statement. Each one sorts the whole table, because no index has the order of bytes. */
const fetched = 10_000;
/** Databases limit the values of one statement. */
const mostValues = 1000;

const inLowerCase = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));

/** Tables of a session. It spells names as the database does: MySQL may have `USER_ENTITY` where Postgres has `user_entity`. */
export function tablesOf(session: Session): Tables {
  const { dialect } = session;
  let spelt: Promise<Map<string, string>> | undefined;
  const columns = new Map<string, Promise<Map<string, string>>>();

  const byLowerCase = (names: readonly string[]) => new Map(names.map((name) => [name.toLowerCase(), name]));

  function allNames(): Promise<Map<string, string>> {
    spelt ??= session.tableNames().then(byLowerCase);
    return spelt;
  }

  const tableNamed = async (table: string): Promise<string | undefined> => (await allNames()).get(table);

  async function spellingsOf(table: string): Promise<Map<string, string>> {
    const name = await tableNamed(table);
    const known =
      columns.get(table) ?? (name ? session.columnNames(name).then(byLowerCase) : Promise.resolve(new Map()));
    columns.set(table, known);
    return known;
  }

  /** A column as the database spells it. An unknown one stays, and the database names it in its error. */
  async function spelling(table: string, column: string): Promise<string> {
    return (await spellingsOf(table)).get(column) ?? column;
  }

  async function* pages(table: string, key: readonly string[], where?: Where): AsyncIterable<readonly Row[]> {
    const name = await tableNamed(table);
    if (!name || where?.isOneOf.length === 0) return;
    const selection = {
      table: name,
      key: await Promise.all(key.map((column) => spelling(table, column))),
      where: where && { ...where, column: await spelling(table, where.column) },
      limit: fetched,
    };
    for (let after: string[] | undefined; ; ) {
      const { text, values } = selectStatement(dialect, { ...selection, after });
      const found = (await session.query(text, values)).map(inLowerCase);
      for (let at = 0; at < found.length; at += pageSize) yield found.slice(at, at + pageSize);
      const last = found.at(-1);
      if (!last || found.length < fetched) return;
      after = key.map((column) => String(last[column]));
    }
  }

  async function rows(table: string, where?: Where): Promise<readonly Row[]> {
    const name = await tableNamed(table);
    if (!name) return [];
    if (!where)
      return (await session.query(selectStatement(dialect, { table: name, key: [] }).text, [])).map(inLowerCase);
    const column = await spelling(table, where.column);
    const found: Row[] = [];
    for (let at = 0; at < where.isOneOf.length; at += mostValues) {
      const isOneOf = where.isOneOf.slice(at, at + mostValues);
      const { text, values } = selectStatement(dialect, { table: name, key: [], where: { column, isOneOf } });
      for (const row of await session.query(text, values)) found.push(inLowerCase(row));
    }
    return found;
  }

  async function count(table: string): Promise<number> {
    const name = await tableNamed(table);
    if (!name) return 0;
    const [row] = await session.query(countStatement(dialect, name), []);
    return Number(row?.count);
  }

  return {
    names: async () => new Set((await allNames()).keys()),
    columnsOf: async (table) => new Set((await spellingsOf(table)).keys()),
    rows,
    pages,
    count,
    close: () => session.close(),
  };
}
