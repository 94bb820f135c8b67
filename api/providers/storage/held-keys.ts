import type { Knex } from 'knex';
import type { Sql } from '../../db/knex.ts';

/** The row that says that a store keeps a file under this key, if any. */
export const rowsHolding = (sql: Sql, key: string | Knex.Ref<string, Record<string, string>>) =>
  sql('resources').where('resources.name', key).whereNot('resources.provider', '');

/** Until the transaction ends, nobody else puts a file under one of these keys or removes one. */
export const lockKeys = (sql: Sql, keys: readonly string[]): Promise<unknown> =>
  sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(CAST(? AS text[])) AS key', [
    // In the same order everywhere, so that no two wait for each other.
    keys.map((key) => `file ${key}`).toSorted(),
  ]);
