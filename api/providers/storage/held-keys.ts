import type { Knex } from 'knex';
import type { Sql } from '../../db/knex.ts';

/** The rows of files that a store keeps under this key. */
export const rowsHolding = (sql: Sql, key: string | Knex.Ref<string, Record<string, string>>) =>
  sql('resources').where('resources.name', key).whereNot('resources.provider', '');

/** Locks the keys until the transaction ends: no other transaction stores or removes files under them. */
export const lockKeys = (sql: Sql, keys: readonly string[]): Promise<unknown> =>
  sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(CAST(? AS text[])) AS key', [
    // The same order everywhere prevents deadlocks.
    keys.map((key) => `file ${key}`).toSorted(),
  ]);
