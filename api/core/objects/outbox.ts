import type { Kind } from '@doorwright/crds';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { change } from '@doorwright/crds/kinds/change.ts';
import type { Sql } from '../../db/knex.ts';
import { tellWhenCommitted } from '../cache/changes.ts';

const table = tableName(change);

/** An id that sorts by the number of the transaction. Numbers of transactions have at most twenty digits. */
const transactionOf = (number: string) => `lpad((${number})::text, 20, '0')`;

interface Changed {
  kind: Kind;
  owner: string;
  name: string;
  actor: string;
}

function invalidateCaches(sql: Sql, kind: Kind, which?: string): void {
  if (kind.declared || kind.cached) tellWhenCommitted(sql, kind.name, which);
}

/** Notes in the transaction of a change that an object which can be declared has changed. */
export async function noteChange(sql: Sql, { kind, owner, name, actor }: Changed, now: Date): Promise<void> {
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
 * A statement that changes rows of a kind, noting each. Such changes follow those of other objects, so that their
 * version moves and nobody in particular made them.
 */
export async function notingChanges(
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

/** Who changed an object last; empty where nobody in particular did, or too long ago. */
export async function lastActor(kind: Kind, { owner, key }: { owner: string; key: string }, { sql }: { sql: Sql }) {
  const about = { owner: 'admin', kind: kind.name, object_owner: owner, object_name: key };
  const last = await sql(table).where(about).orderBy('id', 'desc').first('actor');
  return String(last?.actor ?? '');
}

export interface Change {
  kind: string;
  owner: string;
  name: string;
  /** Who made it; empty where it followed the change of another object. */
  actor: string;
  time: string;
}

export interface ChangePage {
  changes: Change[];
  /** What to ask for next. */
  next: string;
  /** What was asked for is too old or of another database: list everything anew. */
  reset: boolean;
}

/** How long changes are kept. */
export const keptDays = 7;
const dayMs = 86_400_000;
export const pageSize = 500;

/** A position: everything with a smaller id has been read, as it stood at this time. */
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
 * The changes after a position. Only those of transactions older than every one that is still open are read: none of
 * these can come later, so no change is passed by (numbers from a sequence would show gaps that fill up afterwards).
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
    // Where nothing is left the position moves on nevertheless, for it would grow too old in a quiet week.
    next: positionOf(last ?? (oldest > position ? oldest : position), now),
    reset: false,
  };
}

/** Forgets what nobody can ask for any more, with an hour's grace for transactions that took long. */
export const forgetChanges = (sql: Sql, now: Date): Promise<number> =>
  sql(table)
    .where('created_time', '<', new Date(now.getTime() - keptDays * dayMs - 3_600_000))
    .delete();
