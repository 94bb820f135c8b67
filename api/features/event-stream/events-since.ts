import { tableName } from '@doorwright/crds/derive/tables.ts';
import { event } from '@doorwright/crds/kinds/event.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import { beginOfOrganization } from '../../core/objects/storage/begin-of-organization.ts';
import type { Sql } from '../../db/knex.ts';
import { transactionOf } from '../../db/sql-parts.ts';

const [events, records] = [tableName(event), tableName(record)];
export const pageSize = 200;

/** Which events a reader wants. */
export interface Wanted {
  /** Empty for those of every organization. */
  organization: string;
  /** Empty for all. */
  names: readonly string[];
  /** As `kind owner/name`, or the beginning of that and `*`. Empty for all. */
  object: string;
}

export interface Told {
  id: string;
  name: string;
  /** The row of its record. */
  row: Record<string, unknown>;
}

/** Where a reader begins. */
export interface Beginning {
  position: string;
  /** The transactions that had ended by then. Some of them are after the position, if an older transaction was still open. */
  snapshot?: string;
}

async function oldestOpen(sql: Sql): Promise<{ oldest: string; snapshot: string }> {
  const { rows } = await sql.raw(
    `SELECT ${transactionOf('pg_snapshot_xmin(s)')} AS oldest, s::text AS snapshot FROM pg_current_snapshot() AS s`,
  );
  return rows[0];
}

/** For a reader who wants what happens from now on. */
export async function presentBeginning(sql: Sql): Promise<Beginning> {
  const { oldest: position, snapshot } = await oldestOpen(sql);
  return { position, snapshot };
}

/** Tells whether an event is still kept. Otherwise those after it may be gone too. */
export const isKept = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql(events).where({ id }).first('id')) !== undefined;

/**
 * The events after a position, in the order of their transactions. Events of transactions at and after the oldest open one wait:
 * that one may still add earlier events, which the reader would then miss.
 */
export async function eventsSince(
  sql: Sql,
  { position, snapshot }: Beginning,
  wanted: Wanted,
): Promise<{ told: Told[]; next: string }> {
  const { oldest } = await oldestOpen(sql);
  const { organization, names, object } = wanted;
  const found = sql(`${events} AS e`)
    .join(`${records} AS r`, (on) => on.on('r.created_time', 'e.created_time').andOn('r.name', 'e.record'))
    .where('e.id', '>', position)
    .where('e.id', '<', oldest);
  if (snapshot)
    found.whereRaw(`NOT pg_visible_in_snapshot(ltrim(left(e.id, 20), '0')::xid8, ?::pg_snapshot)`, [snapshot]);
  if (organization)
    found.where('e.owner', organization).whereRaw(`e.created_time >= ${beginOfOrganization}`, [organization]);
  if (names.length > 0) found.whereIn('e.event', names);
  if (object.endsWith('*')) found.whereRaw('starts_with(e.object, ?)', [object.slice(0, -1)]);
  else if (object) found.where('e.object', object);
  const rows = await found.orderBy('e.id').limit(pageSize).select('r.*', { event_id: 'e.id', event_name: 'e.event' });
  const told = rows.map(({ event_id: id, event_name: name, ...row }) => ({ id, name, row }));
  const last = told.length === pageSize ? told.at(-1)?.id : undefined;
  return { told, next: last ?? (oldest > position ? oldest : position) };
}

const keptMs = 7 * 24 * 3_600_000;

/** Deletes events that no reader can ask for any more. */
export const deleteOldEvents = (sql: Sql, now: Date): Promise<number> =>
  sql(events)
    .where('created_time', '<', new Date(now.getTime() - keptMs))
    .delete();
