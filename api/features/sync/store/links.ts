import { createHash, randomUUID } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type SyncLink, syncLink } from '@doorwright/crds/kinds/sync-link.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';

export const links = tableName(syncLink);

type Reads = Pick<Work, 'store'>;

export async function linksOf(
  sql: Sql,
  { store }: Reads,
  source: string,
  keys: readonly string[],
): Promise<Map<string, SyncLink>> {
  const rows = await sql(links)
    .where({ source })
    .whereIn('key', [...keys]);
  const found = rows.map((row) => store('sync-link').fromRow(row) as unknown as SyncLink);
  return new Map(found.map((link) => [link.key, link]));
}

/** The number of people of a source. */
export async function countLinks(sql: Sql, source: string): Promise<number> {
  const row = await sql(links).where({ source }).count({ count: '*' }).first();
  return Number(row?.count);
}

type LinkFields = Pick<SyncLink, 'source' | 'key' | 'userId'> & Partial<SyncLink>;

/** Stores links. A link of the same person takes the new values. */
export async function storeLinks(sql: Sql, { store }: Reads, fresh: readonly LinkFields[], now: Date): Promise<void> {
  if (fresh.length === 0) return;
  const rows = fresh.map((link) =>
    store('sync-link').toRow({
      ...{ owner: 'admin', id: randomUUID(), createdTime: now.toISOString(), version: 1 },
      ...{ missingTime: '', isBlocked: false, ...link },
    }),
  );
  const merged = Object.keys(rows[0] ?? {}).filter(
    (name) => !['owner', 'id', 'created_time', 'version'].includes(name),
  );
  await sql(links)
    .insert(rows)
    .onConflict(sql.raw(`(source, key) WHERE source <> '' AND key <> ''`) as never)
    .merge(merged);
}

export const changeLink = (sql: Sql, { store }: Reads, { id }: Pick<SyncLink, 'id'>, changes: Partial<SyncLink>) =>
  sql(links).where({ owner: 'admin', id }).update(store('sync-link').toRow(changes));

/** A link keeps no digest of a password, only whether it changed. */
export const hashOfDigest = (digest: string): string =>
  digest ? createHash('sha256').update(digest).digest('hex') : '';

export const removeLink = (sql: Sql, source: string, key: string) => sql(links).where({ source, key }).delete();
