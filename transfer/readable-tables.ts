import { BrokenSource } from './contract.ts';
import type { Tables } from './tables/tables.ts';

/** Tables whose errors are sentences: a connection can break, and a reader can lack rights for one of the tables. */
export function readableTables(tables: Tables, place: string): Tables {
  const broken = (error: unknown): never => {
    throw new BrokenSource(`The database ${place} cannot be read any more: ${(error as Error).message}.`);
  };
  return {
    names: () => tables.names().catch(broken),
    columnsOf: (table) => tables.columnsOf(table).catch(broken),
    rows: (table, where) => tables.rows(table, where).catch(broken),
    count: (table) => tables.count(table).catch(broken),
    async *pages(table, key, where) {
      try {
        yield* tables.pages(table, key, where);
      } catch (error) {
        broken(error);
      }
    },
    close: () => tables.close(),
  };
}
