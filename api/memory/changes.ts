import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Db, Sql } from '../db/knex.ts';
import { listen } from '../db/listen.ts';

/** Hears the kind of what has changed; `undefined` when that is not known, and everything may have. */
type Listener = (kind: string | undefined) => void;

interface Room {
  db: Db;
  listeners: Set<Listener>;
  /** Kinds that other replicas are yet to be told of. */
  untold: Set<string>;
}

const channel = 'doorwright_changes';
const gatherMs = 20;

// Transactions share this object with the database that they belong to.
const databaseOf = (sql: Sql): object => sql.client.config;

const rooms = new WeakMap<object, Room>();

function roomOf(db: Db): Room {
  const room = rooms.get(databaseOf(db)) ?? { db, listeners: new Set(), untold: new Set() };
  rooms.set(databaseOf(db), room);
  return room;
}

/** What is remembered of a database is told here when it is to be forgotten. */
export const onChange = (db: Db, listener: Listener): void => void roomOf(db).listeners.add(listener);

function tell({ listeners }: Room, kind?: string): void {
  for (const listener of listeners) listener(kind);
}

/**
 * Tells the other replicas, many changes at once and after their transactions: a NOTIFY inside would make all commits of
 * the database wait for each other. What a crash leaves untold is noticed as if nobody could tell.
 */
function tellOthers({ db, untold }: Room, kind: string): void {
  if (untold.add(kind).size > 1) return;
  setTimeout(() => {
    const kinds = [...untold];
    untold.clear();
    db.raw('SELECT pg_notify(?, kind) FROM unnest(CAST(? AS text[])) AS kind', [channel, kinds]).catch(() => undefined);
  }, gatherMs).unref();
}

/** Told once the transaction is committed: this replica before whoever asked for the change is answered. */
export function tellWhenCommitted(sql: Sql, kind: string): void {
  const room = rooms.get(databaseOf(sql));
  if (!room) return;
  const done = sql.isTransaction ? (sql as Knex.Transaction).executionPromise : Promise.resolve();
  done.then(
    () => {
      tell(room, kind);
      tellOthers(room, kind);
    },
    () => undefined,
  );
}

/** Hears what other replicas change. Whenever nobody could tell, everything may have. */
export function listenForChanges(deps: { db: Db; log: Logger }): { stop: () => Promise<void> } {
  const room = roomOf(deps.db);
  return listen(deps, { channel, heard: (kind) => tell(room, kind), connected: () => tell(room) });
}
