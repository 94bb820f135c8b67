import type { Registry } from '@doorwright/crds';
import { type ReferencePath, referencesTo, secretsOf } from '@doorwright/crds/derive/paths.ts';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { namingCondition } from '../../../core/objects/references/reference-sql.ts';
import type { Store } from '../../../core/objects/storage/store.ts';
import type { Sql } from '../../../db/knex.ts';

/** Half-finished sign-ins and codes. They say nothing about the person, and expire within minutes. */
const fleeting = ['sign-in-attempt', 'verification-code', 'provider-request', 'passkey-challenge'];

/** Rows of each kind in a copy, the newest first. More would not fit into one answer. */
const mostRows = 10_000;

interface Deps {
  registry: Registry;
  store: (kind: string) => Store;
}

/** The places of objects that belong to one user, by the model. A list of several users does not count. */
export const placesOfOwner = ({ registry }: Pick<Deps, 'registry'>): ReferencePath[] =>
  referencesTo('user', registry.kinds).filter(({ kind, list }) => !list && !fleeting.includes(kind.name));

type Object_ = Record<string, unknown>;

/** An object without its secrets. Its digests and the times that only the server needs are left out too. */
function withoutSecrets(place: ReferencePath, object: Object_): Object_ {
  const hidden = new Set(secretsOf(place.kind).map(({ field }) => field));
  return Object.fromEntries(Object.entries(object).filter(([name]) => !hidden.has(name) && name !== 'version'));
}

/** All objects that belong to a user, by kind. */
export async function dataOfUser(
  sql: Sql,
  user: { owner: string; name: string },
  { registry, store }: Deps,
): Promise<Record<string, Object_[]>> {
  const target = registry.named('user');
  const data: Record<string, Object_[]> = {};
  for (const place of placesOfOwner({ registry })) {
    const { where, bindings } = namingCondition(place, target, user);
    const rows = await sql(tableName(place.kind))
      .whereRaw(where, bindings)
      .orderBy('created_time', 'desc')
      .limit(mostRows);
    data[place.kind.name] = rows.map((row) => withoutSecrets(place, store(place.kind.name).fromRow(row)));
  }
  return data;
}
