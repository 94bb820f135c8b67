import type { Kind } from '@doorwright/crds';
import { usedName } from '@doorwright/crds/derive/never-again.ts';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { usedId } from '@doorwright/crds/kinds/used-id.ts';
import type { Sql } from '../../../db/knex.ts';
import type { Draft } from '../rules/kind-hooks.ts';
import { tenantOf } from '../storage/store.ts';

const used = tableName(usedId);

/** The ids of these that a deleted object of the kind had, or that an object gave up. */
export async function usedAmong(sql: Sql, kind: Kind, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.raw(
    `SELECT id FROM unnest(CAST(? AS text[])) AS id JOIN ${used} AS u ON u.owner = 'admin' AND u.name = ${usedName(kind.name, 'id')}`,
    [[...ids]],
  );
  return new Set(rows.map((row: { id: string }) => row.id));
}

const there = (kind: Kind) => `owner = 'admin' AND name = ${usedName(kind.name, 'CAST(? AS text)')}`;

/** Lets a restored object have its own id again. */
export async function freeRestoredId(kind: Kind, object: Draft, sql: Sql): Promise<void> {
  if (kind.neverAgain) await sql.raw(`DELETE FROM ${used} WHERE ${there(kind)}`, [String(object[kind.neverAgain])]);
}

export interface Resource {
  cluster: string;
  namespace: string;
  name: string;
}

/** A resource within its organization, as rows name it. */
export const holderOf = (kind: Kind, object: Record<string, unknown>, { cluster, namespace, name }: Resource) =>
  [tenantOf(kind, object), cluster, namespace, name].join(' ');

/** Stores which resource declared a deleted object. */
export async function storeResourceOfId(kind: Kind, object: Draft, resource: Resource, sql: Sql): Promise<void> {
  if (!kind.neverAgain) return;
  const values = [holderOf(kind, object, resource), String(object[kind.neverAgain])];
  await sql.raw(`UPDATE ${used} SET holder = ? WHERE ${there(kind)}`, values);
}

/**
 * Lets a resource have the id again that its object had before a deletion or a manual change, within its
 * organization.
 */
export async function freeDeclaredId(
  kind: Kind,
  object: Record<string, unknown>,
  resource: Resource,
  sql: Sql,
): Promise<void> {
  const id = kind.neverAgain && object[kind.neverAgain];
  if (!id) return;
  const values = [String(id), holderOf(kind, object, resource)];
  await sql.raw(`DELETE FROM ${used} WHERE ${there(kind)} AND holder = ?`, values);
}
