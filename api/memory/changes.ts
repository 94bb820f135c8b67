import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Db, Sql } from '../db/knex.ts';
import { listen } from '../db/listen.ts';

/** Hears the kind of what has changed; `undefined` when that is not known, and everything may have. */
type Listener = (kind: string | undefined) => void;

export const channel = 'doorwright_changes';

// Transactions share this object with the database that they belong to.
const databaseOf = (sql: Sql): object => sql.client.config;

const listeners = new WeakMap<object, Set<Listener>>();

/** What is remembered of a database is told here when it is to be forgotten. */
export function onChange(sql: Sql, listener: Listener): void {
  const known = listeners.get(databaseOf(sql)) ?? new Set();
  listeners.set(databaseOf(sql), known.add(listener));
}

/** Tells this replica; others hear by the channel. */
export function tell(sql: Sql, kind?: string): void {
  for (const listener of listeners.get(databaseOf(sql)) ?? []) listener(kind);
}

/** Tells this replica once the transaction is committed, before whoever asked for the change is answered. */
export function tellWhenCommitted(sql: Sql, kind: string): void {
  const done = sql.isTransaction ? (sql as Knex.Transaction).executionPromise : Promise.resolve();
  done.then(
    () => tell(sql, kind),
    () => undefined,
  );
}

/** Hears what other replicas change. Whenever nobody could tell, everything may have. */
export const listenForChanges = (deps: { db: Db; log: Logger }): { stop: () => Promise<void> } =>
  listen(deps, { channel, heard: (kind) => tell(deps.db, kind), connected: () => tell(deps.db) });
