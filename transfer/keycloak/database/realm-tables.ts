import type { Row, Tables } from '../../tables/tables.ts';
import { by, textIn } from './values.ts';

/** The rows of one realm, and rows that belong to those. */
export interface RealmTables {
  id: string;
  of(table: string, column?: string): Promise<readonly Row[]>;
  /** The rows of a table that belong to these, by the column that names their owner. */
  below(
    owners: readonly Row[],
    table: string,
    column: string,
    key?: string,
  ): Promise<ReadonlyMap<string, readonly Row[]>>;
}

export const realmTables = (tables: Tables, id: string): RealmTables => ({
  id,
  of: (table, column = 'realm_id') => tables.rows(table, { column, isOneOf: [id] }),
  async below(owners, table, column, key = 'id') {
    const isOneOf = owners.map((row) => textIn(row, key));
    return by(isOneOf.length > 0 ? await tables.rows(table, { column, isOneOf }) : [], column);
  },
});
