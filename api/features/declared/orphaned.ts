import { leftBehind } from '@doorwright/crds/derive/granted.ts';
import { type DeclaredKind, isDeclared } from '@doorwright/crds/derive/spec.ts';
import { snake } from '@doorwright/crds/derive/tables.ts';
import { isSame } from '../../core/objects/rules/empty-value.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';

/** An object that a deleted resource left behind, and the fields in which it has more rights than a tenant's resource would leave. */
export interface Orphaned {
  kind: string;
  owner: string;
  name: string;
  orphanedTime: string;
  wide: Record<string, unknown>;
}

async function orphanedOf(kind: DeclaredKind, { sql, store }: Work): Promise<Orphaned[]> {
  const narrow = Object.entries(leftBehind(kind));
  if (narrow.length === 0) return [];
  const { table, fromRow } = store(kind.name);
  const path = `o.owner || '/' || o.${snake(kind.key)}`;
  // Only its record shows that an object had a resource.
  const releases = sql(store('record').table)
    .where({ method: 'DELETE', outcome: 'ok' })
    .whereLike('action', 'declared DELETE%')
    .whereLike('request_uri', '%policy=Orphan%')
    .groupBy('object')
    .select('object')
    .max('created_time as orphaned_time')
    .as('r');
  const rows: (Record<string, unknown> & { orphaned_time: Date })[] = await sql({ o: table })
    .join(releases, 'r.object', sql.raw(`? || ' ' || ${path}`, [kind.name]))
    // Another object of the same name was never declared.
    .whereRaw('r.orphaned_time >= o.created_time')
    .whereNotExists(
      sql(store('origin').table).where('owner', 'admin').whereRaw(`name = ? || '/' || ${path}`, [kind.name]),
    )
    .select('o.*', 'r.orphaned_time')
    .orderBy('r.orphaned_time', 'desc');
  return rows.flatMap(({ orphaned_time, ...row }) => {
    const object = fromRow(row) as Draft;
    const wide = narrow.flatMap(([field, value]) => (isSame(object[field], value) ? [] : [[field, object[field]]]));
    if (wide.length === 0) return [];
    const named = { kind: kind.name, owner: String(object.owner), name: String(object[kind.key]) };
    return [{ ...named, orphanedTime: orphaned_time.toISOString(), wide: Object.fromEntries(wide) }];
  });
}

/** Orphaned objects of all kinds, as far back as records are kept. */
export async function listOrphaned(work: Work): Promise<Orphaned[]> {
  const each = await Promise.all(work.registry.kinds.filter(isDeclared).map((kind) => orphanedOf(kind, work)));
  return each.flat();
}
