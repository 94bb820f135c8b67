import { tableName } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import { recordShipment } from '@doorwright/crds/kinds/record-shipment.ts';
import type { Sql } from '../../db/knex.ts';
import type { TargetName } from './target.ts';

const shipments = tableName(recordShipment);
const records = tableName(record);

/** Longer than a delivery takes. The clock is that of the database, which all replicas share. */
const heldSeconds = 30;
const heldFrom = (sql: Sql) => sql.raw(`now() + interval '${heldSeconds} seconds'`);
const renewMs = (heldSeconds * 1000) / 3;

interface Place {
  /** The ID of the last record that was sent. */
  position: number;
  /** The number of the last anchor that was sent. */
  anchor: number;
}

/** The position of a target. One process holds it at a time, and only this process sends. */
export function createPosition(sql: Sql, name: TargetName, holder: string) {
  const mine = { owner: 'admin', name };
  let held: (Place & { renewAt: number }) | undefined;

  async function update(change: Record<string, unknown>): Promise<void> {
    const changed = await sql(shipments)
      .where({ ...mine, holder })
      .update(change);
    if (changed === 1) return;
    held = undefined;
    throw new Error('another process has taken over');
  }

  return {
    /** How far everything is sent. Undefined while another process sends. */
    async hold(): Promise<Place | undefined> {
      if (held && performance.now() < held.renewAt) return held;
      await sql(shipments)
        .insert({
          ...mine,
          created_time: sql.raw('now()'),
          version: 1,
          position: 0,
          anchor: 0,
          held_until: sql.raw('now()'),
        })
        .onConflict()
        .ignore();
      const [row] = await sql(shipments)
        .where(mine)
        .where((either) => either.where({ holder }).orWhere('held_until', '<=', sql.raw('now()')))
        .update({ holder, held_until: heldFrom(sql) })
        .returning(['position', 'anchor']);
      held = row && { position: Number(row.position), anchor: row.anchor, renewAt: performance.now() + renewMs };
      return held;
    },

    /** Everything up to this place is sent. */
    async move(place: Place): Promise<void> {
      await update({ ...place, held_until: heldFrom(sql) });
      held = { ...place, renewAt: performance.now() + renewMs };
    },

    /** Lets another process go on at once. */
    async release(): Promise<void> {
      if (held) await update({ held_until: sql.raw('now()') });
      held = undefined;
    },
  };
}

export interface Lag {
  target: string;
  seconds: number;
}

/** The age of the oldest record that each target lacks. */
export async function lagOf(sql: Sql, names: readonly TargetName[]): Promise<Lag[]> {
  if (names.length === 0) return [];
  const { rows } = await sql.raw(
    `SELECT name AS target, greatest(coalesce(extract(epoch FROM now() - (
       SELECT created_time FROM "${records}" WHERE id > position ORDER BY id LIMIT 1)), 0), 0)::float AS seconds
     FROM "${shipments}" WHERE owner = 'admin' AND name = ANY(?)`,
    [[...names]],
  );
  return rows;
}
