import { hash } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import { recordHead, recordSeal, type StoredHead } from '@doorwright/crds/kinds/record-head.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import {
  anchorText,
  memberOf,
  type RecordHead,
  recordDigests,
  type StoredRecord,
  signedText,
  uncoveredFields,
} from '@doorwright/crds/values/record-chain.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Db, Sql } from '../../db/knex.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import { headName } from './head-name.ts';
import { signChain } from './keys.ts';
import { newestAnchor } from './read.ts';

export interface SealDeps {
  db: Db;
  box: SecretBox;
  store: (kind: string) => Store;
  now: () => Date;
}

/** Ids that one step seals. */
const stepSize = 1_000;

const digestsOf = recordDigests((text) => hash('sha256', text, 'base64url'));
const records = tableName(recordKind);
const heads = tableName(recordHead);
const seals = tableName(recordSeal);
const fields = fieldsOf(recordKind)
  .flatMap(({ name, computed }) => (computed || uncoveredFields.includes(name) ? [] : [name]))
  .join(',');

interface Seal {
  sealed_to: number;
  marked_to: number;
  marked_by: string;
}

async function lockedSeal(sql: Sql, now: Date): Promise<Seal> {
  const first = { owner: 'admin', name: 'records', created_time: now, version: 1, sealed_to: 0, marked_to: 0 };
  await sql(seals)
    .insert({ ...first, marked_by: '' })
    .onConflict()
    .ignore();
  return sql(seals).where({ owner: 'admin', name: 'records' }).forUpdate().first();
}

const lastHead = (sql: Sql, owner: string): Promise<Pick<StoredHead, 'number' | 'digest'> | undefined> =>
  sql(heads).where({ owner }).orderBy('name', 'desc').first('number', 'digest');

/** Adds the head of some records of an organization and a month to its chain. */
async function addHead(
  sql: Sql,
  rows: readonly StoredRecord[],
  toId: number,
  { box, now }: SealDeps,
): Promise<RecordHead> {
  const [first] = rows as [StoredRecord];
  const organization = String(first.owner);
  const digests = rows.map((row) => digestsOf.ofRecord(row, fields));
  const before = await lastHead(sql, organization);
  const sealedTime = now().toISOString();
  const head = {
    ...{
      organization,
      number: (before?.number ?? 0) + 1,
      month: first.createdTime.slice(0, 7),
      toId,
      sealedTime,
      fields,
    },
    members: rows.map(({ id }, at) => memberOf(id, digests[at] as string)).join(' '),
    ...{ rows: digestsOf.ofRows(digests), previous: before?.digest ?? '', digest: '' },
  };
  const whole: RecordHead = { ...head, digest: digestsOf.ofHead(head) };
  await sql(heads).insert({
    ...{
      owner: organization,
      organization,
      name: headName(whole.number),
      created_time: now(),
      version: 1,
      number: whole.number,
    },
    ...{ month: whole.month, to_id: toId, sealed_time: sealedTime, fields, members: whole.members, rows: whole.rows },
    ...{ previous: whole.previous, digest: whole.digest, signature: await signChain(signedText(whole), box) },
  });
  return whole;
}

/** Adds the anchor of all heads of a step to the chain of anchors. */
async function addAnchor(sql: Sql, sealed: readonly RecordHead[], count: number, deps: SealDeps): Promise<void> {
  const before = await newestAnchor({ sql, store: deps.store });
  const { toId, sealedTime } = sealed[0] as RecordHead;
  const number = (before?.number ?? 0) + 1;
  const anchor = {
    ...{ number, records: (before?.records ?? 0) + count, toId, sealedTime },
    heads: JSON.stringify(sealed.map((head) => [head.organization, head.number, head.digest])),
    ...{ previous: before?.digest ?? '', digest: '' },
  };
  const whole = { ...anchor, digest: digestsOf.ofAnchor(anchor) };
  const row = { ...whole, signature: await signChain(anchorText(whole), deps.box) };
  const { table, toRow } = deps.store('record-anchor');
  const place = { owner: 'admin', name: headName(number), createdTime: sealedTime, version: 1 };
  await sql(table).insert(toRow({ ...place, ...row }));
}

/** Seals the next ids, and tells whether there are more. */
const sealStep = (deps: SealDeps): Promise<boolean> =>
  deps.db.transaction(async (sql) => {
    const { sealed_to: from, marked_to: to, marked_by: by } = await lockedSeal(sql, deps.now());
    const seen = await sql.raw(
      `SELECT ?::text = '' OR pg_snapshot_xmin(pg_current_snapshot())::text::numeric >= nullif(?, '')::numeric AS is_over`,
      [by, by],
    );
    if (from >= to || !seen.rows[0].is_over) return false;
    const end = Math.min(from + stepSize, to);
    const rows = await sql(records).where('id', '>', from).where('id', '<=', end).orderBy('id');
    const read = rows.map(deps.store('record').fromRow).map((row) => ({ ...row, id: Number(row.id) }) as StoredRecord);
    const parts = Map.groupBy(read, ({ owner, createdTime }) => JSON.stringify([owner, createdTime.slice(0, 7)]));
    const sealed: RecordHead[] = [];
    for (const part of parts.values()) sealed.push(await addHead(sql, part, end, deps));
    if (sealed.length > 0) await addAnchor(sql, sealed, rows.length, deps);
    await sql(seals).where({ owner: 'admin', name: 'records' }).update({ sealed_to: end });
    return end < to;
  });

/**
 * Notes the greatest id, and then the number of its own transaction. Each transaction gets its number before its record gets an id. So once
 * all transactions before this one are over, no record can appear up to that id.
 */
async function mark({ db, now }: SealDeps): Promise<void> {
  const { rows } = await db.raw(
    `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM "${records}_id_seq"`,
  );
  await db.transaction(async (sql) => {
    const { sealed_to: from, marked_to: to } = await lockedSeal(sql, now());
    // The marked IDs are sealed before new ones are marked.
    if (from < to) return;
    await sql(seals)
      .where({ owner: 'admin', name: 'records' })
      .update({ marked_to: Number(rows[0].last), marked_by: sql.raw('pg_current_xact_id()::text') });
  });
}

/** Seals the IDs that the run before marked, and marks those that the next run seals. */
export async function sealRecords(deps: SealDeps): Promise<void> {
  while (await sealStep(deps));
  await mark(deps);
}

export const recordSealing: JobKind<object, SealDeps> = {
  name: 'record-sealing',
  cron: '*/15 * * * *',
  retry: { times: 3, firstSeconds: 60, mostSeconds: 300 },
  atOnce: 1,
  withinSeconds: 1_800,
  run: (_payload, deps) => sealRecords(deps),
};
