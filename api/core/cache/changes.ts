import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Db, Sql } from '../../db/knex.ts';
import { listen } from '../../db/listen.ts';

/** Gets the changed kind and, if known, the key of the object. Without a kind, anything may have changed. */
type Listener = (kind?: string, which?: string) => void;

interface Hub {
  db: Db;
  listeners: Set<Listener>;
  /** Changes to send to other replicas, each as `<kind>` or `<kind> <key>`. */
  pending: Set<string>;
}

const channel = 'doorwright_changes';
const batchMs = 20;

// Transactions share this object with their database.
const databaseOf = (sql: Sql): object => sql.client.config;

const hubs = new WeakMap<object, Hub>();

function hubOf(db: Db): Hub {
  const hub = hubs.get(databaseOf(db)) ?? { db, listeners: new Set(), pending: new Set() };
  hubs.set(databaseOf(db), hub);
  return hub;
}

/** Adds a listener that invalidates its cache when something changes. Returns the way to remove it. */
export function onChange(db: Db, listener: Listener): () => void {
  const { listeners } = hubOf(db);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notifyListeners({ listeners }: Hub, change = ''): void {
  const [, kind, which] = /^(\S+)(?: (.+))?$/.exec(change) ?? [];
  for (const listener of listeners) listener(kind, which);
}

/**
 * Sends changes to other replicas after their transactions, several in one statement. A NOTIFY inside the
 * transactions would make all commits of the database wait for each other. If a crash loses a change, caches
 * notice it when their entries expire.
 */
function notifyReplicas({ db, pending }: Hub, change: string): void {
  if (pending.add(change).size > 1) return;
  setTimeout(() => {
    const all = [...pending];
    pending.clear();
    db.raw('SELECT pg_notify(?, change) FROM unnest(CAST(? AS text[])) AS change', [channel, all]).catch(
      () => undefined,
    );
  }, batchMs).unref();
}

/** Announces a change after its transaction commits. This replica hears it before the caller gets the response. */
export function announceWhenCommitted(sql: Sql, kind: string, which?: string): void {
  const hub = hubs.get(databaseOf(sql));
  if (!hub) return;
  const change = which ? `${kind} ${which}` : kind;
  const done = sql.isTransaction ? (sql as Knex.Transaction).executionPromise : Promise.resolve();
  done.then(
    () => {
      notifyListeners(hub, change);
      notifyReplicas(hub, change);
    },
    () => undefined,
  );
}

/** Listens for changes of other replicas. After a lost connection, anything may have changed. */
export function listenForChanges(deps: { db: Db; log: Logger }): { stop: () => Promise<void> } {
  const hub = hubOf(deps.db);
  return listen(deps, {
    channel,
    onMessage: (change) => notifyListeners(hub, change),
    onConnected: () => notifyListeners(hub),
  });
}
