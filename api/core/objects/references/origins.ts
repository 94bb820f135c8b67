import type { Kind } from '@doorwright/crds';
import { referencesTo } from '@doorwright/crds/derive/paths.ts';
import type { Origin, Override } from '@doorwright/crds/kinds/origin.ts';
import { Refusal } from '../../errors.ts';
import { isSame } from '../rules/empty-value.ts';
import type { Draft, Work } from '../rules/kind-hooks.ts';
import type { Lock } from '../storage/store.ts';
import { rowsNaming } from './reference-sql.ts';

type Named = { owner: string; key: string };

export const originName = (kind: Kind, { owner, key }: Named) => `${kind.name}/${owner}/${key}`;

/** The resource that declares an object, if any. */
export const originOf = (
  kind: Kind,
  id: Named,
  { sql, store }: Pick<Work, 'sql' | 'store'>,
  lock?: Lock,
): Promise<Origin | undefined> =>
  store('origin').find(sql, 'admin', originName(kind, id), lock) as Promise<Origin | undefined>;

/** `applications.doorwright.dev shop/checkout`, as kubectl takes it. */
export const resourceText = (kind: Kind, { namespace, resource }: Pick<Origin, 'namespace' | 'resource'>) =>
  `${kind.plural}.doorwright.dev ${namespace}/${resource}`;

/** Overrides that have not expired. */
export const activeOverrides = ({ overrides }: Origin, now: Date): Override[] =>
  overrides.filter(({ until }) => Date.parse(until) > now.getTime());

/** Fields that only the resource may change now. */
export function lockedFields(origin: Origin, now: Date): string[] {
  const open = new Set(activeOverrides(origin, now).map(({ field }) => field));
  return origin.managedFields.filter((field) => !open.has(field));
}

function managed(kind: Kind, origin: Origin, fields: readonly string[]): Refusal {
  const resource = resourceText(kind, origin);
  const problems = fields.map((field) => ({ field, code: 'managed-by', params: { resource } }) as const);
  return new Refusal('managed', { resource }, { fields: problems, data: { resource, fields } });
}

/** Refuses a change of managed fields, the name or the owner of a declared object. */
export async function refuseManaged(kind: Kind, before: Draft, after: Draft, work: Work): Promise<void> {
  if (!kind.declared || work.caller.type === 'operator') return;
  const origin = await originOf(kind, { owner: before.owner, key: String(before[kind.key]) }, work);
  if (!origin) return;
  const ruled = ['owner', kind.key, ...lockedFields(origin, work.now)];
  const changed = ruled.filter((field) => !isSame(before[field], after[field]));
  if (changed.length > 0) throw managed(kind, origin, changed);
}

/** A new name would change every field that names the object. Refuses it if a resource manages one of these fields. */
export async function refuseManagedReferences(kind: Kind, named: { owner: string; name: string }, work: Work) {
  for (const path of referencesTo(kind.name, work.registry.kinds).filter((each) => each.kind.declared)) {
    const naming = rowsNaming(path, kind, named);
    const { table, fromRow } = work.store('origin');
    const { rows } = await work.sql.raw(
      `SELECT o.* FROM (${naming.sql}) AS naming JOIN "${table}" AS o
       ON o.owner = 'admin' AND o.name = :kind || '/' || naming.owner || '/' || naming.key
       WHERE o.managed_fields @> jsonb_build_array(CAST(:field AS text)) LIMIT 1`,
      { ...naming.bindings, kind: path.kind.name, field: path.field },
    );
    if (rows[0]) throw managed(path.kind, fromRow(rows[0]) as unknown as Origin, [path.field]);
  }
}

/** A declared object is deleted by deleting its resource. */
export async function refuseManagedRemoval(kind: Kind, id: Named, work: Work): Promise<void> {
  if (!kind.declared || work.caller.type === 'operator') return;
  const origin = await originOf(kind, id, work);
  if (origin) throw managed(kind, origin, [kind.key]);
}

const shownOrigin = (kind: Kind, origin: Origin) => {
  const { cluster, namespace, resource } = origin;
  return { cluster, namespace, name: resource, resource: resourceText(kind, origin) };
};

/** The resources that declare the objects of one page, by `owner/name` of the object. */
export async function originsOfPage(
  kind: Kind,
  objects: readonly Draft[],
  { sql, store }: Pick<Work, 'sql' | 'store'>,
): Promise<Map<string, ReturnType<typeof shownOrigin>>> {
  if (!kind.declared || objects.length === 0) return new Map();
  const names = objects.map((object) => originName(kind, { owner: object.owner, key: String(object[kind.key]) }));
  const { table, fromRow } = store('origin');
  const rows = await sql(table).where('owner', 'admin').whereIn('name', names);
  const origins = rows.map((row) => fromRow(row) as unknown as Origin);
  return new Map(origins.map((origin) => [`${origin.objectOwner}/${origin.objectName}`, shownOrigin(kind, origin)]));
}

/** The fields about the resource that a single read shows to administrators. */
export async function originFields(kind: Kind, object: Draft, work: Work): Promise<Record<string, unknown>> {
  const origin = await originOf(kind, { owner: object.owner, key: String(object[kind.key]) }, work);
  if (!origin) return { origin: null, managedFields: null };
  return { origin: shownOrigin(kind, origin), managedFields: lockedFields(origin, work.now) };
}
