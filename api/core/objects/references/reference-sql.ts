import type { Kind } from '@doorwright/crds';
import type { ReferencePath } from '@doorwright/crds/derive/paths.ts';
import { snake, tableName } from '@doorwright/crds/derive/tables.ts';

export interface Named {
  owner: string;
  name: string;
}

/** SQL that finds, renames and removes a value at a path, for each of the three forms of paths. */
export function statement(path: ReferencePath, form: 'exact' | 'prefix') {
  const column = `"${snake(path.field)}"`;
  const text = path.member ? `entry->>'${path.member}'` : `entry#>>'{}'`;
  const matches = (of: string) => (form === 'exact' ? `${of} = :old` : `starts_with(${of}, :old)`);
  const renamed = (of: string) => (form === 'exact' ? 'CAST(:new AS text)' : `:new || substr(${of}, length(:old) + 1)`);
  const entries = `jsonb_array_elements(${column}) WITH ORDINALITY AS list(entry, position)`;
  const aggregate = (of: string, where = '') =>
    `(SELECT coalesce(jsonb_agg(${of} ORDER BY position), '[]') FROM ${entries}${where})`;
  if (!path.list) return { where: matches(column), rename: renamed(column), detach: `''` };
  const changed = path.member
    ? `jsonb_set(entry, '{${path.member}}', to_jsonb(${renamed(text)}))`
    : `to_jsonb(${renamed(text)})`;
  const sample = path.member
    ? `jsonb_build_array(jsonb_build_object('${path.member}', CAST(:old AS text)))`
    : `jsonb_build_array(CAST(:old AS text))`;
  return {
    where: form === 'exact' ? `${column} @> ${sample}` : `EXISTS (SELECT FROM ${entries} WHERE ${matches(text)})`,
    rename: aggregate(`CASE WHEN ${matches(text)} THEN ${changed} ELSE entry END`),
    detach: aggregate('entry', ` WHERE NOT ${matches(text)}`),
  };
}

/** A bare name needs its owner beside it if the named kind belongs to organizations. */
export function ownerCondition(path: ReferencePath, target: Kind): string {
  if (path.refers.by === 'id' || target.owner === 'admin') return '';
  return ` AND "${snake(path.refers.ownerField ?? 'owner')}" = :owner`;
}

export const storedText = (path: ReferencePath, { owner, name }: Named) =>
  path.refers.by === 'id' ? `${owner}/${name}` : name;

interface Statement {
  sql: string;
  bindings: Record<string, string>;
}

/** The condition of the rows that name an object at a path, with its bindings. */
export const namingCondition = (path: ReferencePath, target: Kind, object: Named) => ({
  where: statement(path, 'exact').where + ownerCondition(path, target),
  bindings: { old: storedText(path, object), owner: object.owner },
});

/** A statement for the rows that name an object at a path. */
export function rowsNaming(path: ReferencePath, target: Kind, object: Named): Statement {
  const { where, bindings } = namingCondition(path, target, object);
  return { sql: `SELECT owner, "${path.kind.key}" AS key FROM "${tableName(path.kind)}" WHERE ${where}`, bindings };
}
