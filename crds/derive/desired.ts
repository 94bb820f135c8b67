import type { ObjectReference, SecretReference } from '../reference.ts';
import type { DeclaredKind } from './spec.ts';

export interface Resolved {
  /** The name of the object that a reference leads to. */
  name: (reference: ObjectReference, path: readonly string[]) => string;
  /** The value of a Secret's key. */
  secret: (reference: SecretReference) => string;
}

type Values = Record<string, unknown>;

function withNames(field: string, entries: Values[], references: Readonly<Record<string, string>>, resolved: Resolved) {
  const within = Object.entries(references).filter(([path]) => path.startsWith(`${field}.`));
  return entries.map((entry) =>
    within.reduce((each, [path, as]) => {
      const { [as]: reference, ...rest } = each;
      const member = path.slice(field.length + 1);
      return { ...rest, [member]: resolved.name(reference as ObjectReference, [field, as]) };
    }, entry),
  );
}

/**
 * The fields of a kind's object that a spec declares, as the api takes them: names for references, values for secrets.
 * What is absent from the spec is absent here; its keys are the fields that the resource manages.
 */
export function desiredOf(kind: DeclaredKind, spec: Values, resolved: Resolved): Values {
  const { references = {}, secrets = {} } = kind.declared;
  const desired: Values = {};
  for (const field of Object.keys(kind.fields)) {
    const reference = references[field];
    const secret = secrets[field];
    const value = spec[reference ?? secret ?? field];
    if (value === undefined) continue;
    if (reference) desired[field] = resolved.name(value as ObjectReference, [reference]);
    else if (secret) desired[field] = resolved.secret(value as SecretReference);
    else if (Array.isArray(value)) desired[field] = withNames(field, value, references, resolved);
    else desired[field] = value;
  }
  return desired;
}
