import type { StoredAnchor } from '@doorwright/crds/kinds/record-anchor.ts';
import type { StoredHead } from '@doorwright/crds/kinds/record-head.ts';
import type { RecordAnchor, StoredRecord } from '@doorwright/crds/values/record-chain.ts';
import type { Config } from '../../core/config.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { headName } from './head-name.ts';

/** A head as it is offered. */
export type OfferedHead = Omit<StoredHead, 'owner' | 'name' | 'createdTime' | 'version'>;

/** An anchor as it is offered. */
export type OfferedAnchor = RecordAnchor & Pick<StoredAnchor, 'signature'>;

/** An anchor as others keep it. Its digest covers the rest, which names all organizations. */
export type KeptAnchor = Omit<OfferedAnchor, 'heads' | 'previous'>;

type Reading = Pick<Work, 'sql' | 'store'>;

const offered = <T>({ owner: _o, name: _n, createdTime: _c, version: _v, ...rest }: Record<string, unknown>): T =>
  rest as T;

const mostHeads = 500;

/** The heads of an organization after a number, a page of them. */
export async function headsAfter(organization: string, after: number, { sql, store }: Reading): Promise<OfferedHead[]> {
  const { table, fromRow } = store('record-head');
  const rows = await sql(table)
    .where({ owner: organization })
    .where('name', '>', headName(after))
    .orderBy('name')
    .limit(mostHeads);
  return rows.map((row) => offered(fromRow(row)));
}

/** The newest head of an organization. */
export async function newestHead(organization: string, { sql, store }: Reading): Promise<OfferedHead | null> {
  const { table, fromRow } = store('record-head');
  const row = await sql(table).where({ owner: organization }).orderBy('name', 'desc').first();
  return row ? offered(fromRow(row)) : null;
}

const mostAnchors = 100;

/** The anchors after a number, a page of them. */
export async function anchorsAfter(after: number, { sql, store }: Reading): Promise<OfferedAnchor[]> {
  const { table, fromRow } = store('record-anchor');
  const rows = await sql(table).where('name', '>', headName(after)).orderBy('name').limit(mostAnchors);
  return rows.map((row) => offered(fromRow(row)));
}

/** The newest anchor. The second argument limits it to those after a number, of records up to an ID. */
export async function newestAnchor(
  { sql, store }: Reading,
  { after = 0, toId = Number.MAX_SAFE_INTEGER } = {},
): Promise<KeptAnchor | null> {
  const { table, fromRow } = store('record-anchor');
  const rows = sql(table).where('name', '>', headName(after)).where('to_id', '<=', toId);
  const row = await rows.orderBy('name', 'desc').first();
  if (!row) return null;
  const { heads: _heads, previous: _previous, ...kept } = offered<OfferedAnchor>(fromRow(row));
  return kept;
}

/** Every organization with records or heads, and how far records have heads. */
export async function chainsOf({ sql, store }: Reading): Promise<{ organizations: string[]; sealedTo: number }> {
  const owners = [store('record').table, store('record-head').table].map((table) => sql(table).distinct('owner'));
  const found: { owner: string }[] = (await Promise.all(owners)).flat();
  const seal = await sql(store('record-seal').table).first('sealed_to');
  return {
    organizations: [...new Set(found.map(({ owner }) => owner))].sort(),
    sealedTo: Number(seal?.sealed_to ?? 0),
  };
}

const mostRows = 2_000;

/** The records of an organization by id, a page of them. */
export async function recordsBetween(
  { organization, after, to }: { organization: string; after: number; to: number },
  { sql, store }: Reading,
): Promise<StoredRecord[]> {
  const { table, fromRow } = store('record');
  const rows = await sql(table)
    .where({ owner: organization })
    .where('id', '>', after)
    .where('id', '<=', to)
    .orderBy('id')
    .limit(mostRows);
  return rows.map(fromRow).map((row) => ({ ...row, id: Number(row.id) }) as StoredRecord);
}

/** The first month that is kept, as the upkeep drops older ones. */
export function oldestMonth(
  { DOORWRIGHT_RECORD_MONTHS: months }: Pick<Config, 'DOORWRIGHT_RECORD_MONTHS'>,
  now: Date,
): string {
  if (months === 0) return '';
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}
