import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { type SourceKind, type SourceState, sourceKinds } from '@doorwright/crds/options/sync.ts';
import { addChange } from '../../core/objects/history/outbox.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { tenantOf } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';
import type { SourceObject } from '../../providers/directories/contract.ts';

/** A directory or syncer, whose people become users of an organization. */
export type Source = { id: string; owner: string; key: string; title: string } & SourceObject;

type Reads = Pick<Work, 'store' | 'registry'>;

/** A source from its stored object. The first use gives it the ID that links and runs keep. */
export async function sourceOf(
  sql: Sql,
  { store, registry }: Reads,
  name: SourceKind,
  object: Record<string, unknown>,
): Promise<Source> {
  const kind = registry.named(name);
  const [owner, key] = [String(object.owner), String(object[kind.key])];
  const id = String(object.sourceId) || (await giveId(sql, store(name).table, { owner, [kind.key]: key }));
  const title = String(object[kind.label ?? kind.key]) || key;
  return {
    ...{ id, owner, key, title, kind: name, organization: tenantOf(kind, object) },
    object,
  } as unknown as Source;
}

async function giveId(sql: Sql, table: string, at: Record<string, string>): Promise<string> {
  await sql(table)
    .where({ ...at, source_id: '' })
    .update({ source_id: randomUUID() });
  const row = await sql(table).where(at).first('source_id');
  return String(row?.source_id ?? '');
}

/** The source with an ID, or undefined if it is deleted. */
export async function sourceWithId(sql: Sql, reads: Reads, id: string): Promise<Source | undefined> {
  for (const kind of sourceKinds) {
    const row = await sql(reads.store(kind).table).where({ source_id: id }).first();
    if (row) return sourceOf(sql, reads, kind, reads.store(kind).fromRow(row));
  }
  return undefined;
}

export interface SourceNews {
  syncState?: SourceState;
  lastCounts?: Readonly<Record<string, string>>;
  /** The end of a run. */
  ranAt?: Date;
  approvedAt?: Date | null;
  nextRunAt?: Date | null;
  /** A line for the error text of a syncer. */
  error?: string;
}

const longestErrorText = 100_000;

/** Writes what a run did into its source. A new state wakes the operator, which reports it. */
export async function tellSource(sql: Sql, { store, registry }: Reads, source: Source, news: SourceNews, now: Date) {
  const { syncState, lastCounts, ranAt, approvedAt, nextRunAt, error } = news;
  const ranColumn = source.kind === 'ldap' ? 'last_sync' : 'last_run_time';
  const kind: Kind = registry.named(source.kind);
  const at = { owner: source.owner, [kind.key]: source.key };
  const before = await sql(store(source.kind).table).where(at).first('sync_state');
  await sql(store(source.kind).table)
    .where(at)
    .update({
      ...(syncState && { sync_state: syncState }),
      ...(lastCounts && { last_counts: JSON.stringify(lastCounts) }),
      ...(ranAt && { [ranColumn]: ranAt }),
      ...(approvedAt !== undefined && { approved_time: approvedAt }),
      ...(nextRunAt !== undefined && { next_run_time: nextRunAt }),
      ...(error &&
        source.kind === 'syncer' && { error_text: sql.raw('right(error_text || ?, ?)', [error, longestErrorText]) }),
    });
  // Without an actor, because nobody changed the configuration.
  if (syncState && before?.sync_state !== syncState)
    await addChange(sql, { kind, owner: source.owner, name: source.key, actor: '' }, now);
}
