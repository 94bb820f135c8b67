import type { Knex } from 'knex';
import type { Sql } from '../../db/knex.ts';

const wakers = new WeakMap<object, () => void>();

// Transactions share this object with their database.
const databaseOf = (sql: Sql): object => sql.client.config;

/** Registers a function that hears of new records of this process. */
export const onFreshRecords = (sql: Sql, wake: () => void): void => void wakers.set(databaseOf(sql), wake);

/** Tells this process after the commit that there are fresh records. */
export function wakeFiling(sql: Sql): void {
  const wake = () => wakers.get(databaseOf(sql))?.();
  if (!sql.isTransaction) wake();
  else (sql as Knex.Transaction).executionPromise.then(wake, () => undefined);
}
