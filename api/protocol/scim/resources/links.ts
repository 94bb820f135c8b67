import { randomUUID } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { scimLink } from '@doorwright/crds/kinds/scim-link.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';
import type { Doc } from '../document/normalized.ts';
import { wrong } from '../failure.ts';

const table = tableName(scimLink);

type Resource = 'User' | 'Group';
const columnOf = { User: 'user_name', Group: 'group_name' } as const;

const longestDocument = 100_000;
const longestId = 500;

/** What the program says of a resource beside the fields of the object. */
export interface Link {
  externalId: string;
  document: Doc;
}

export const noLink: Link = { externalId: '', document: {} };

/** The links of objects by their names. */
export async function linksOf(
  sql: Sql,
  resource: Resource,
  organization: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Link>> {
  const column = columnOf[resource];
  const rows = await sql(table)
    .where({ owner: organization })
    .whereRaw(`${column} = ANY(?) AND ${column} <> ''`, [names as string[]])
    .select('external_id', 'document', column);
  return new Map(
    rows.map((row) => [row[column], { externalId: row.external_id, document: JSON.parse(row.document || '{}') }]),
  );
}

/** Stores the link of an object. A link that is there takes the new values. */
export async function storeLink(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  resource: Resource,
  { owner, name }: { owner: string; name: string },
  { externalId, document }: Link,
): Promise<void> {
  const column = columnOf[resource];
  const text = JSON.stringify(document);
  if (text.length > longestDocument) throw wrong('invalidValue', `More than ${longestDocument} characters`);
  if (externalId.length > longestId) throw wrong('invalidValue', `externalId has more than ${longestId} characters`);
  const values = { external_id: externalId, document: text };
  const fresh = { owner, id: randomUUID(), created_time: now, version: 1, resource, [column]: name };
  await sql(table)
    .insert({ ...fresh, ...values })
    .onConflict(sql.raw(`(owner, ${column}) WHERE ${column} <> ''`) as never)
    .merge(Object.keys(values));
}

/** A deleted user whose row stays is no resource, so their external ID is free. */
export const removeLink = (sql: Sql, resource: Resource, organization: string, name: string): Promise<number> =>
  sql(table)
    .where({ owner: organization, [columnOf[resource]]: name })
    .delete();
