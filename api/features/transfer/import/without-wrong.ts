import type { Kind } from '@doorwright/crds';
import { type ImportedKind, neededToImport } from '@doorwright/crds/options/imported.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { FieldProblem } from '../../../core/errors.ts';
import { canBeEmpty, isSame } from '../../../core/objects/rules/empty-value.ts';
import { tenantField } from '../../../core/objects/storage/store.ts';
import type { Fields } from './taken-fields.ts';

const needed = new WeakMap<Kind, Set<string>>();

/**
 * Fields without which there is no such object. Choices and flags are among them: in place of a wrong value their default would decide, which
 * could be `Allow`, or that a blocked user is not blocked.
 */
function neededFields(kind: Kind): Set<string> {
  const known = needed.get(kind);
  if (known) return known;
  const names = fieldsOf(kind)
    .filter((field) => field.required || field.type === 'boolean' || (field.schema.enum && !canBeEmpty(field)))
    .map(({ name }) => name);
  const always = [
    'owner',
    kind.key,
    tenantField(kind) ?? 'owner',
    ...(neededToImport[kind.name as ImportedKind] ?? []),
  ];
  const made = new Set([...names, ...always]);
  needed.set(kind, made);
  return made;
}

/** `redirectUris[2]`, `providers[0].rule`, `properties.team`, `displayName`. */
const place = /^([^.[]+)(?:\[(\d+)\]|\.(.+))?/s;

/** The field of a problem. */
export const fieldOf = (path: string): string => place.exec(path)?.[1] ?? '';

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields without the wrong values: without the entry of a list, the member of a map, or the whole value. Undefined if the object cannot be
 * made without one of them.
 */
export function withoutWrong(kind: Kind, fields: Fields, wrong: readonly FieldProblem[]): Fields | undefined {
  const left: Fields = { ...fields };
  const gone = new Map<string, Set<number>>();
  for (const { field } of wrong) {
    const [, name = '', index, member = ''] = place.exec(field) ?? [];
    if (!(name in fields) || neededFields(kind).has(name)) return undefined;
    const value = left[name];
    if (index !== undefined && Array.isArray(fields[name]))
      gone.set(name, (gone.get(name) ?? new Set()).add(Number(index)));
    else if (isMap(value) && Object.hasOwn(value, member)) {
      const { [member]: _, ...others } = value;
      left[name] = others;
    } else delete left[name];
  }
  for (const [name, entries] of gone)
    if (name in left) left[name] = (fields[name] as unknown[]).filter((_, at) => !entries.has(at));
  // A problem that takes nothing away would come back for ever.
  return isSame(left, fields) ? undefined : left;
}
