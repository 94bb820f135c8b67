import type { Kind, Registry } from '@doorwright/crds';
import { pathText, type ReferencePath, referencesOf, referencesTo, valuesAt } from '@doorwright/crds/derive/paths.ts';
import { snake, tableName } from '@doorwright/crds/derive/tables.ts';
import type { Sql } from '../../../db/knex.ts';
import { type Caller, isGlobalAdmin, platform } from '../../callers.ts';
import { type FieldProblem, Refusal } from '../../errors.ts';
import { unlessOwed } from '../../owed-proof.ts';
import { runWithChanges } from '../history/outbox.ts';
import type { Work } from '../rules/kind-hooks.ts';
import { isForOrganization } from '../storage/audience.ts';
import { tenantField, tenantOf } from '../storage/store.ts';
import { refuseInUse } from './blockers.ts';
import { type Named, namingCondition, ownerCondition, statement, storedText } from './reference-sql.ts';

type Object_ = Record<string, unknown>;

type Having = NonNullable<ReferencePath['refers']['having']>;

/** The object that a value at a path names. */
function targetOf({ refers }: ReferencePath, target: Kind, object: Object_, value: string): Named {
  if (refers.by === 'id') {
    const slash = value.indexOf('/');
    return { owner: value.slice(0, slash), name: value.slice(slash + 1) };
  }
  const owner = target.owner === 'admin' ? 'admin' : String(object[refers.ownerField ?? 'owner'] ?? '');
  return { owner, name: value };
}

/** Reads the named rows and locks them, so that they keep their name until the transaction ends. */
async function load(
  sql: Sql,
  kind: Kind,
  wanted: readonly Named[],
  having: Having | undefined,
): Promise<Map<string, Object_>> {
  const key = snake(kind.key);
  const judged = [tenantField(kind), having?.[0], ...(kind.audience ? ['audience', 'organizations'] : [])];
  const columns = judged.flatMap((field) => (field ? [[field, snake(field)]] : []));
  const rows = await sql(tableName(kind))
    .select({ owner: 'owner', key, ...Object.fromEntries(columns) })
    // With thousands of pairs in the statement itself, Postgres exceeds its stack depth.
    .whereRaw('(owner, ??) IN (SELECT * FROM unnest(CAST(? AS text[]), CAST(? AS text[])))', [
      key,
      wanted.map((each) => each.owner),
      wanted.map((each) => each.name),
    ])
    .forKeyShare();
  return new Map(rows.map((row: Object_) => [`${row.owner}/${row.key}`, row]));
}

/** Checks that the object names only objects that exist and that its organization may name. Values from before pass. */
export async function checkReferences(
  sql: Sql,
  registry: Registry,
  { kind, object, before, caller }: { kind: Kind; object: Object_; before?: Object_ | undefined; caller: Caller },
): Promise<void> {
  const problems: FieldProblem[] = [];
  for (const path of referencesOf(kind)) {
    if (path.refers.loose) continue;
    // With another owner, the same name means another object.
    const beside = path.refers.ownerField;
    const target = registry.named(path.refers.kind);
    // An audience lets one organization use an object. In another organization, the same value needs a new check.
    const isSameTenant = before && (!target.audience || tenantOf(kind, before) === tenantOf(kind, object));
    const isBeside = before && isSameTenant && (!beside || before[beside] === object[beside]);
    const known = new Set(isBeside ? valuesAt(before, path) : []);
    const values = valuesAt(object, path)
      .map((value, index) => ({ value, field: pathText(path, index) }))
      .filter(({ value }) => !known.has(value));
    // An empty entry of a list is an error.
    const empty = values.filter(({ value }) => value === '');
    problems.push(...empty.map(({ field }) => ({ field, code: 'empty' as const })));
    const named = values
      .filter(({ value }) => value !== '')
      .map(({ value, field }) => ({ value, field, ...targetOf(path, target, object, value) }));
    if (named.length === 0) continue;
    const { having } = path.refers;
    const found = await load(sql, target, named, having);
    for (const { value, field, owner, name } of named) {
      const row = found.get(`${owner}/${name}`);
      // Missing objects and objects of others get the same words, so that nobody can probe another organization.
      if (!row || !mayName(target, row, kind, object, caller)) {
        problems.push({ field, code: 'no-such-object', params: { kind: target.name, name: value } });
      } else if (!isForOrganization(target, row, tenantOf(kind, object))) {
        const organization = tenantOf(kind, object);
        problems.push({ field, code: 'not-in-audience', params: { kind: target.name, name: value, organization } });
      } else if (having && row[having[0]] !== having[1]) {
        problems.push({ field, code: 'not-having', params: { kind: target.name, name: value, value: having[1] } });
      }
    }
  }
  const refusal = new Refusal('unknown-reference', {}, { fields: problems });
  // An object of another organization gets the words of a missing one, so both ask for the proof.
  if (problems.some(({ code }) => code === 'no-such-object')) throw unlessOwed(caller, refusal);
  if (problems.length > 0) throw refusal;
}

function mayName(target: Kind, row: Object_, kind: Kind, object: Object_, caller: Caller): boolean {
  if (isGlobalAdmin(caller) || target.tenant === 'itself') return true;
  if (!isForOrganization(target, row, tenantOf(kind, object))) return false;
  const tenant = tenantOf(target, row);
  return tenant === tenantOf(kind, object) || (target.shared === true && tenant === platform);
}

async function change(
  sql: Sql,
  path: ReferencePath,
  set: string,
  where: string,
  bindings: Record<string, string>,
): Promise<void> {
  const update = `UPDATE "${tableName(path.kind)}" SET "${snake(path.field)}" = ${set}, version = version + 1 WHERE ${where}`;
  await runWithChanges(sql, path.kind, update, bindings);
}

/** Writes the new name into everything that names the object. */
export async function renameReferences(
  sql: Sql,
  { kinds, named }: Registry,
  kind: Kind,
  before: Named,
  after: Named,
): Promise<void> {
  for (const path of referencesTo(kind.name, kinds).filter(({ refers }) => !refers.keepsName)) {
    const { where, rename } = statement(path, 'exact');
    const bindings = { old: storedText(path, before), new: storedText(path, after), owner: before.owner };
    await change(sql, path, rename, where + ownerCondition(path, kind), bindings);
  }
  if (kind.tenant !== 'itself') return;
  // Ids of objects of an organization begin with its name.
  const ids = kinds
    .flatMap(referencesOf)
    .filter((path) => path.refers.by === 'id' && named(path.refers.kind).owner === 'organization');
  for (const path of ids) {
    const { where, rename } = statement(path, 'prefix');
    await change(sql, path, rename, where, { old: `${before.name}/`, new: `${after.name}/` });
  }
}

/**
 * Handles references to a deleted object as the model says: refuse the deletion, delete the row too, or remove the
 * reference.
 */
export async function releaseReferences(
  { sql, registry: { kinds }, caller }: Pick<Work, 'sql' | 'registry' | 'caller'>,
  kind: Kind,
  object: Named,
): Promise<void> {
  const paths = referencesTo(kind.name, kinds);
  const refusing = paths.filter(({ refers }) => refers.onDelete === 'refuse');
  await refuseInUse(sql, refusing, { kind, object, caller });
  for (const path of paths) {
    const { where, bindings } = namingCondition(path, kind, object);
    if (path.refers.onDelete === 'detach') await change(sql, path, statement(path, 'exact').detach, where, bindings);
    if (path.refers.onDelete === 'cascade')
      await runWithChanges(sql, path.kind, `DELETE FROM "${tableName(path.kind)}" WHERE ${where}`, bindings);
  }
}
