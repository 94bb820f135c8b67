import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Db, Sql } from '../../db/knex.ts';
import { listen } from '../../db/listen.ts';

/** Hears the kind of what has changed, and which one if that was told; no kind when everything may have. */
type Listener = (kind?: string, which?: string) => void;

interface Room {
  db: Db;
  listeners: Set<Listener>;
  /** Changes that other replicas are yet to be told of: each a kind, and which one behind it. */
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

function tell({ listeners }: Room, change = ''): void {
  const [, kind, which] = /^(\S+)(?: (.+))?$/.exec(change) ?? [];
  for (const listener of listeners) listener(kind, which);
}

/**
 * Tells the other replicas, many changes at once and after their transactions: a NOTIFY inside would make all commits of
 * the database wait for each other. What a crash leaves untold is noticed as if nobody could tell.
 */
function tellOthers({ db, untold }: Room, change: string): void {
  if (untold.add(change).size > 1) return;
  setTimeout(() => {
    const all = [...untold];
    untold.clear();
    db.raw('SELECT pg_notify(?, change) FROM unnest(CAST(? AS text[])) AS change', [channel, all]).catch(
      () => undefined,
    );
  }, gatherMs).unref();
}

/** Told once the transaction is committed: this replica before whoever asked for the change is answered. */
export function tellWhenCommitted(sql: Sql, kind: string, which?: string): void {
  const room = rooms.get(databaseOf(sql));
  if (!room) return;
  const change = which ? `${kind} ${which}` : kind;
  const done = sql.isTransaction ? (sql as Knex.Transaction).executionPromise : Promise.resolve();
  done.then(
    () => {
      tell(room, change);
      tellOthers(room, change);
    },
    () => undefined,
  );
}

/** Hears what other replicas change. Whenever nobody could tell, everything may have. */
export function listenForChanges(deps: { db: Db; log: Logger }): { stop: () => Promise<void> } {
  const room = roomOf(deps.db);
  return listen(deps, { channel, heard: (change) => tell(room, change), connected: () => tell(room) });
}
