import type { Column, Connection, Connector, Place, Value } from './connector.ts';
import type { Selection } from './source.ts';
import {
  countStatement,
  insertStatement,
  type NewValues,
  type PageQuery,
  pageStatement,
  type RowChange,
  rowsStatement,
  updateStatement,
} from './statements.ts';

/** What the server asks of the thread, and the answer. */
export interface Calls {
  describe: { asked: { table: string; key?: string }; answer: Column[] };
  count: { asked: { table: string; key: string }; answer: { rows: number; keys: number } };
  page: { asked: PageQuery; answer: Value[][] };
  rows: { asked: Selection & { rows: number }; answer: Value[][] };
  update: { asked: RowChange; answer: number };
  insert: { asked: { table: string; set: NewValues }; answer: number };
}

export type Call = { [Name in keyof Calls]: { name: Name } & Calls[Name]['asked'] }[keyof Calls];

/** Does the calls of one thread over one connection, which the first call opens. */
export function createCalls({ syntax, connect }: Connector, place: Place) {
  let opened: Promise<Connection> | undefined;
  /** The columns, by table and key. */
  const known = new Map<string, Promise<Column[]>>();

  async function columnsOf(connection: Connection, table: string, key?: string): Promise<Column[]> {
    const name = JSON.stringify([table, key]);
    const found = known.get(name) ?? connection.describe(table, key);
    known.set(name, found);
    return found;
  }

  return async (call: Call): Promise<unknown> => {
    opened ??= connect(place);
    const connection = await opened;
    switch (call.name) {
      case 'describe':
        return columnsOf(connection, call.table, call.key);
      case 'count': {
        const { text, values } = countStatement(syntax, call.table, call.key);
        const [[rows, keys] = []] = await connection.query(text, values);
        return { rows: Number(rows), keys: Number(keys) };
      }
      case 'page': {
        const columns = await columnsOf(connection, call.table, call.key);
        const { text, values } = pageStatement(syntax, call, columns);
        return connection.query(text, values);
      }
      case 'rows': {
        const { where, ...query } = call;
        const columns = await columnsOf(connection, call.table);
        const { text, values } = rowsStatement(
          syntax,
          { ...query, ...(where && { where: { [where.column]: where.isOneOf } }) },
          columns,
        );
        return connection.query(text, values);
      }
      case 'update': {
        const { text, values } = updateStatement(syntax, call, await columnsOf(connection, call.table, call.key));
        return connection.change(text, values);
      }
      case 'insert': {
        const { text, values } = insertStatement(syntax, call.table, call.set, await columnsOf(connection, call.table));
        return connection.change(text, values);
      }
    }
  };
}
