import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { snake } from '@doorwright/crds/derive/tables.ts';
import type { DeletedObject } from '@doorwright/crds/kinds/deleted-object.ts';
import type { Sql } from '../../../db/knex.ts';
import { nameOf } from '../../callers.ts';
import type { Deletion, Draft, Work } from '../rules/kind-hooks.ts';
import type { Id } from '../storage/ids.ts';
import type { DbRow } from '../storage/rows.ts';

const dayMs = 86_400_000;
const keptMs = 7 * dayMs;
const longerMs = 2 * dayMs;

/** Rows that belong to one object and are deleted with it: a cert's other keys, an application's previous secret, an
 * organization's keys of SAML. */
const parts: Readonly<Record<string, { kind: string; of: string }>> = {
  cert: { kind: 'cert-key', of: 'cert' },
  application: { kind: 'client-secret', of: 'application' },
  organization: { kind: 'saml-key', of: 'organization' },
};

async function partsOf(kind: Kind, object: Draft, { sql, store }: Work): Promise<Draft[]> {
  const part = parts[kind.name];
  if (!part) return [];
  const { table, fromRow } = store(part.kind);
  const rows = await sql(table).where(part.of, String(object[kind.key]));
  return rows.map((row) => fromRow(row) as Draft);
}

/** A deleted object with its parts. */
interface Kept {
  object: Draft;
  parts: Draft[];
}

/** Keeps an object before its deletion, so that it can be restored for seven days. */
export async function keepDeleted(kind: Kind, object: Draft, work: Work): Promise<Deletion | undefined> {
  if (!kind.declared) return;
  const { sql, store, caller, now } = work;
  const kept: Kept = { object, parts: await partsOf(kind, object, work) };
  const deletion = { name: randomUUID(), expireTime: new Date(now.getTime() + keptMs).toISOString() };
  await store('deleted-object').insert(sql, {
    ...deletion,
    owner: 'admin',
    createdTime: now.toISOString(),
    version: 1,
    kind: kind.name,
    objectOwner: object.owner,
    objectName: object[kind.key],
    actor: nameOf(caller),
    object: JSON.stringify(kept),
  });
  return deletion;
}

const newest = (kind: string, id: Id, { sql, store }: Pick<Work, 'sql' | 'store'>) =>
  sql(store('deleted-object').table)
    .where({ kind, object_owner: id.owner, object_name: id.key })
    .orderBy('created_time', 'desc')
    .first();

const keptObjectIn = (row: DbRow, { store }: Pick<Work, 'store'>): Kept =>
  JSON.parse((store('deleted-object').fromRow(row) as unknown as DeletedObject).object);

/** Takes the newest deleted object of a name out of the deleted objects. */
export async function takeDeleted(kind: Kind, id: Id, work: Work): Promise<(Kept & { deletion: string }) | undefined> {
  const row = await newest(kind.name, id, work).where('expire_time', '>', work.now).forUpdate();
  if (!row) return;
  await deleteKept(work.sql, row.name);
  return { ...keptObjectIn(row, work), deletion: row.name };
}

/** The object that was deleted last under a name, even after the time to restore it. */
export async function lastDeleted(kind: string, id: Id, work: Pick<Work, 'sql' | 'store'>): Promise<Draft | undefined> {
  const row = await newest(kind, id, work);
  return row && keptObjectIn(row, work).object;
}

/** Puts back the parts of a restored object. */
export async function restoreParts(kind: Kind, rows: readonly Draft[], { sql, store }: Work): Promise<void> {
  const part = parts[kind.name];
  if (part) for (const row of rows) await store(part.kind).insert(sql, row);
}

/** The objects that can be restored, newest first. */
export async function listDeleted({ sql, store, now }: Work) {
  const columns = ['kind', 'objectOwner', 'objectName', 'createdTime', 'expireTime', 'actor'].map(snake);
  const rows = await sql(store('deleted-object').table)
    .select(columns)
    .where('expire_time', '>', now)
    .orderBy('created_time', 'desc')
    .limit(500);
  return rows.map((row) => ({
    kind: row.kind,
    owner: row.object_owner,
    name: row.object_name,
    actor: row.actor,
    deletedTime: row.created_time.toISOString(),
    expireTime: row.expire_time.toISOString(),
  }));
}

export const deleteKept = (sql: Sql, name: string): Promise<number> =>
  sql('deleted_objects').where({ owner: 'admin', name }).delete();

/**
 * Deletes expired rows. Providers stay longer, because the removal of a deleted organization's files needs their
 * credentials.
 */
export const deleteExpired = (sql: Sql, now: Date): Promise<number> =>
  sql('deleted_objects')
    .where('expire_time', '<=', now)
    .where((either) =>
      either.whereNot('kind', 'provider').orWhere('expire_time', '<=', new Date(now.getTime() - longerMs)),
    )
    .delete();
