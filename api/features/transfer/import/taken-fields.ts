import type { Kind } from '@doorwright/crds';
import {
  alsoImported,
  type ImportedKind,
  type ImportedObject,
  importExtras,
  notImported,
} from '@doorwright/crds/options/imported.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { z } from 'zod';
import type { FieldProblem } from '../../../core/errors.ts';
import { emptyOf, isSame } from '../../../core/objects/rules/empty-value.ts';
import { problemsOf } from '../../../core/objects/rules/schema-problems.ts';

export type Fields = Record<string, unknown>;

const valueless: readonly unknown[] = [undefined, null, ...Object.values(emptyOf)];

/** Nothing is lost with a field that has no value. */
const hasValue = (value: unknown): boolean => !valueless.some((each) => isSame(value, each));

const asImported = ({ name }: Kind) => name as ImportedKind;

/** Fields of the server that an import sets. */
const serverFields = (kind: Kind): readonly string[] => ['createdTime', ...(alsoImported[asImported(kind)] ?? [])];

function settable(kind: Kind): Set<string> {
  const fields = fieldsOf(kind).filter(({ serverSet, computed }) => !serverSet && !computed);
  const not = ['version', ...(notImported[asImported(kind)] ?? [])];
  return new Set([...fields.map(({ name }) => name), ...serverFields(kind)].filter((name) => !not.includes(name)));
}

const setOfKind = new WeakMap<Kind, Set<string>>();

/** The fields of an object that an import takes, and a problem for everything else. */
export function takenFields(
  kind: Kind,
  { fields: sent, ...object }: ImportedObject,
): {
  fields: Fields;
  problems: FieldProblem[];
} {
  const known = setOfKind.get(kind) ?? settable(kind);
  setOfKind.set(kind, known);
  const entries = Object.entries(sent);
  const extras = importExtras.filter(({ name, kind: of }) => of !== kind.name && object[name] !== undefined);
  const lost = [
    ...entries.filter(([name, value]) => !known.has(name) && hasValue(value)).map(([name]) => name.slice(0, 100)),
    ...extras.map(({ name }) => name),
  ];
  return {
    fields: Object.fromEntries(entries.filter(([name]) => known.has(name))),
    problems: lost.map((field) => ({ field, code: 'not-imported' })),
  };
}

/** The values of the server among the fields, as they are stored. */
export function serverValues(kind: Kind, fields: Fields, now: Date): { values: Fields; problems: FieldProblem[] } {
  const values: Fields = {};
  const problems: FieldProblem[] = [];
  for (const field of serverFields(kind)) {
    if (!hasValue(fields[field])) continue;
    const judged = (kind.schema.shape[field] as z.ZodType).safeParse(fields[field]);
    const [wrong] = judged.success ? [] : problemsOf(judged.error);
    const isTime = typeof judged.data === 'string';
    // An object from the future would hide its records until then.
    if (wrong) problems.push({ ...wrong, field });
    else if (isTime && new Date(String(judged.data)) > now) problems.push({ field, code: 'wrong' });
    else values[field] = isTime ? new Date(String(judged.data)).toISOString() : judged.data;
  }
  return { values, problems };
}
