import type { Kind } from '@doorwright/crds';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { change } from '@doorwright/crds/kinds/change.ts';
import type { Sql } from '../../../db/knex.ts';
import { transactionOf } from '../../../db/sql-parts.ts';
import { announceWhenCommitted } from '../../cache/changes.ts';

const table = tableName(change);

interface Changed {
  kind: Kind;
  owner: string;
  name: string;
  actor: string;
}

function invalidateCaches(sql: Sql, kind: Kind, which?: string): void {
  if (kind.declared || kind.cached) announceWhenCommitted(sql, kind.name, which);
}

/** Adds a change to the outbox, in the same transaction. Only kinds that can be declared have one. */
export async function addChange(sql: Sql, { kind, owner, name, actor }: Changed, now: Date): Promise<void> {
  invalidateCaches(sql, kind, `${owner}/${name}`);
  if (!kind.declared) return;
  await sql(table).insert({
    owner: 'admin',
    id: sql.raw(`${transactionOf('pg_current_xact_id()')} || replace(gen_random_uuid()::text, '-', '')`),
    created_time: now,
    version: 1,
    kind: kind.name,
    object_owner: owner,
    object_name: name,
    actor,
  });
}

/**
 * Runs a statement that changes rows of a kind, and adds each row to the outbox. The rows follow a change of
 * another object, so their version increases and the change has no actor.
 */
export async function runWithChanges(
  sql: Sql,
  kind: Kind,
  statement: string,
  bindings: Record<string, string>,
): Promise<void> {
  invalidateCaches(sql, kind);
  if (!kind.declared) return void (await sql.raw(statement, bindings));
  await sql.raw(
    `WITH changed AS (${statement} RETURNING owner, "${kind.key}" AS name)
     INSERT INTO "${table}" (owner, id, created_time, version, kind, object_owner, object_name, actor)
     SELECT 'admin', ${transactionOf('pg_current_xact_id()')} || replace(gen_random_uuid()::text, '-', ''),
       now(), 1, :changedKind, owner, name, '' FROM changed`,
    { ...bindings, changedKind: kind.name },
  );
}

/** The actor of an object's last change. Empty if it followed another change, or is no longer kept. */
export async function lastActor(kind: Kind, { owner, key }: { owner: string; key: string }, { sql }: { sql: Sql }) {
  const about = { owner: 'admin', kind: kind.name, object_owner: owner, object_name: key };
  const last = await sql(table).where(about).orderBy('id', 'desc').first('actor');
  return String(last?.actor ?? '');
}

export interface Change {
  kind: string;
  owner: string;
  name: string;
  /** Empty if the change followed one of another object. */
  actor: string;
  time: string;
}

export interface ChangePage {
  changes: Change[];
  /** The position for the next call. */
  next: string;
  /** The position is too old or of another database. The caller must list everything again. */
  reset: boolean;
}

export const keptDays = 7;
const dayMs = 86_400_000;
export const pageSize = 500;

/** A position: all changes with a smaller id were read at this time. */
const positionOf = (id: string, now: Date) => `${id}.${Math.floor(now.getTime() / 1000)}`;

function readPosition(since: string, now: Date): string | undefined {
  const [, id, seconds] = /^(\d{20}[0-9a-f]{0,32})\.(\d{1,12})$/.exec(since) ?? [];
  if (!id || Number(seconds) * 1000 < now.getTime() - keptDays * dayMs) return;
  return id;
}

interface Row {
  id: string;
  created_time: Date;
  kind: string;
  object_owner: string;
  object_name: string;
  actor: string;
}

/**
 * The changes after a position. Open transactions may still add changes, so only changes of transactions before
 * the oldest open one are read. Then no change is skipped. Numbers from a sequence would have gaps that fill up
 * later.
 */
export async function changesSince(sql: Sql, since: string | undefined, now: Date): Promise<ChangePage> {
  const { rows } = await sql.raw(
    `SELECT ${transactionOf('pg_snapshot_xmin(s)')} AS oldest, ${transactionOf('pg_snapshot_xmax(s)')} AS newest
     FROM pg_current_snapshot() AS s`,
  );
  const { oldest, newest } = rows[0] as { oldest: string; newest: string };
  const beginning = { changes: [], next: positionOf(oldest, now) };
  if (since === undefined) return { ...beginning, reset: false };
  const position = readPosition(since, now);
  if (!position || position.slice(0, 20) > newest) return { ...beginning, reset: true };
  const found: Row[] = await sql(table)
    .where('owner', 'admin')
    .where('id', '>', position)
    .where('id', '<', oldest)
    .orderBy('id')
    .limit(pageSize);
  const last = found.length === pageSize ? found.at(-1)?.id : undefined;
  return {
    changes: found.map((row) => ({
      kind: row.kind,
      owner: row.object_owner,
      name: row.object_name,
      actor: row.actor,
      time: row.created_time.toISOString(),
    })),
    // The position also moves on without changes, because it would grow too old in a quiet week.
    next: positionOf(last ?? (oldest > position ? oldest : position), now),
    reset: false,
  };
}

/** Deletes changes that nobody can ask for any more. Long transactions have one hour more. */
export const deleteOldChanges = (sql: Sql, now: Date): Promise<number> =>
  sql(table)
    .where('created_time', '<', new Date(now.getTime() - keptDays * dayMs - 3_600_000))
    .delete();
