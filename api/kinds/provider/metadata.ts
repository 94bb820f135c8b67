import type { MetadataRefresh } from '@doorwright/crds/kinds/metadata-refresh.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { metadataReading, readingOf } from './metadata-refresh.ts';

/** Fields that decide which metadata are read. */
const deciding = ['category', 'metadata', 'metadataUrl', 'metadataCert', 'issuerUrl'] as const;

const hasMetadata = ({ category, metadata, metadataUrl }: Draft): boolean =>
  category === 'SAML' && Boolean(metadata || metadataUrl);

/** Reads the metadata after the transaction, because their address may be slow, or down. */
export async function readMetadataLater(object: Draft, before: Draft | undefined, { sql }: Work): Promise<void> {
  const had = before !== undefined && hasMetadata(before);
  if (!had && !hasMetadata(object)) return;
  if (before && deciding.every((field) => object[field] === before[field])) return;
  await enqueue(sql, metadataReading, readingOf({ name: object.name, metadataUrl: object.metadataUrl }));
}

/** The state of a provider's metadata, as the server knows it. */
export async function metadataState(stored: Draft, { sql, store }: Work): Promise<object | null> {
  if (!hasMetadata(stored)) return null;
  const { table, fromRow } = store('metadata-refresh');
  const row = await sql(table).where({ provider: stored.name }).first();
  if (!row) return null;
  const { readTime, tryTime, nextTime, validUntil, problem, differing } = fromRow(row) as unknown as MetadataRefresh;
  return { readTime, tryTime, nextTime, validUntil, problem, differing };
}
