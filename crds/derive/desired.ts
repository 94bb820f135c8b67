import type { ObjectReference, SecretReference } from '../reference.ts';
import { narrowestOf } from './granted.ts';
import type { DeclaredKind } from './spec.ts';

export interface Resolved {
  /** The namespace of the resource. */
  namespace: string;
  /** The name of the referenced object; undefined for a weak reference without a target yet. */
  name: (reference: ObjectReference, path: readonly string[]) => string | undefined;
  /** The value of a Secret's key. */
  secret: (reference: SecretReference) => string;
}

type Values = Record<string, unknown>;

/** Replaces members of a list's entries, where `paths` has `list.member` with the name of its reference. */
const replaced = (
  field: string,
  entries: readonly Values[],
  paths: Readonly<Record<string, string>>,
  resolve: (reference: unknown, as: string) => unknown,
): Values[] => {
  const within = Object.entries(paths).filter(([path]) => path.startsWith(`${field}.`));
  return entries.map((entry) =>
    within.reduce((each, [path, as]) => {
      const { [as]: reference, ...rest } = each;
      return { ...rest, [path.slice(field.length + 1)]: resolve(reference, as) };
    }, entry),
  );
};

/**
 * The fields that a spec declares, in the form of the api: names for references, values for secrets. Absent members stay absent, so the
 * keys are the fields that the resource manages.
 */
export function desiredOf(kind: DeclaredKind, spec: Values, resolved: Resolved): Values {
  const { references = {}, secrets = {}, derives = {} } = kind.declared;
  const narrowest = narrowestOf(kind, spec, resolved.namespace);
  const desiredAs = (field: string): unknown => {
    const reference = references[field];
    const secret = secrets[field];
    const value = spec[reference ?? secret ?? field];
    if (derives[field]) return derives[field](spec, resolved.namespace);
    if (value === undefined) return narrowest[field];
    if (reference && Array.isArray(value)) return value.map((each) => resolved.name(each, [reference]));
    if (reference) return resolved.name(value as ObjectReference, [reference]);
    if (secret) return resolved.secret(value as SecretReference);
    if (!Array.isArray(value)) return value;
    const named = replaced(field, value, references, (each, as) => resolved.name(each as ObjectReference, [field, as]));
    return replaced(field, named, secrets, (each) => resolved.secret(each as SecretReference));
  };
  const all = Object.keys(kind.fields).map((field) => [field, desiredAs(field)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
