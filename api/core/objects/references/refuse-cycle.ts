import { referencesOf, valuesAt } from '@doorwright/crds/derive/paths.ts';
import { snake } from '@doorwright/crds/derive/tables.ts';
import { platform } from '../../callers.ts';
import type { FieldProblem } from '../../errors.ts';
import { invalid } from '../rules/input.ts';
import type { Draft, Work } from '../rules/kind-hooks.ts';

/** A field in which objects name others of the same kind, and the error for an object that leads to itself. */
export interface SelfReference {
  kind: string;
  field: string;
  code: FieldProblem['code'];
}

function pathOf({ kind, field }: SelfReference, { registry }: Work) {
  const path = referencesOf(registry.named(kind)).find((each) => each.field === field);
  if (!path) throw new Error(`${kind} names nothing in ${field}`);
  return path;
}

/** Tells whether one of these objects leads to the object of this id, directly or through others of its kind. */
async function reaches(from: readonly string[], id: string, nesting: SelfReference, work: Work): Promise<boolean> {
  const { list } = pathOf(nesting, work);
  const column = `"${snake(nesting.field)}"`;
  const { rows } = await work.sql.raw(
    `WITH RECURSIVE reached(id) AS (
       SELECT jsonb_array_elements_text(:from::jsonb)
       UNION
       SELECT ${list ? `jsonb_array_elements_text(${column})` : `owner || '/' || ${column}`}
       FROM reached JOIN "${work.store(nesting.kind).table}"
         ON owner = split_part(reached.id, '/', 1) AND name = split_part(reached.id, '/', 2)
     )
     SELECT 1 FROM reached WHERE id = :id LIMIT 1`,
    { from: JSON.stringify(from), id },
  );
  return rows.length > 0;
}

/**
 * Refuses an object that would contain itself. The lock makes writers take turns, because two of them could close
 * a cycle together.
 */
export async function refuseCycle(
  nesting: SelfReference,
  draft: Draft,
  before: Draft | undefined,
  work: Work,
): Promise<void> {
  const path = pathOf(nesting, work);
  const named = valuesAt(draft, path).map((value) => (path.refers.by === 'id' ? value : `${draft.owner}/${value}`));
  if (named.length === 0) return;
  const ids = [draft, ...(before ? [before] : [])].map((each) => `${each.owner}/${each.name}`);
  await work.store('organization').find(work.sql, 'admin', platform, 'forNoKeyUpdate');
  const isCircle =
    named.some((id) => ids.includes(id)) || (before && (await reaches(named, String(ids[1]), nesting, work)));
  if (isCircle) throw invalid([{ field: nesting.field, code: nesting.code }]);
}
