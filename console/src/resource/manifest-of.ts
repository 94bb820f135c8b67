import { apiVersion } from '@doorwright/crds/derive/custom-resource.ts';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';

type Values = Record<string, unknown>;

/** `app_built-in` → `app-built-in`: names of resources have neither underscores nor capitals. */
const resourceName = (name: unknown) =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

function withReferences(field: string, value: unknown, references: Readonly<Record<string, string>>): unknown {
  const within = Object.entries(references).filter(([path]) => path.startsWith(`${field}.`));
  if (!Array.isArray(value) || within.length === 0) return value;
  return value.map((entry: Values) =>
    within.reduce((each, [path, as]) => {
      const { [path.slice(field.length + 1)]: name, ...rest } = each;
      return { [as]: { name: resourceName(name) }, ...rest };
    }, entry),
  );
}

/**
 * The way back of `desiredOf`: the custom resource that declares what an object has. Secrets are keys of a Secret of the
 * object's own name; what is empty is left to the defaults.
 */
export function manifestOf(kind: DeclaredKind, object: Values): Values {
  const { references = {}, secrets = {}, omits = [] } = kind.declared;
  const name = resourceName(object.name);
  const spec: Values = {};
  for (const { name: field, serverSet, computed } of fieldsOf(kind)) {
    const value = object[field];
    const isOwn = field in kind.fields && !serverSet && !computed && !omits.includes(field);
    if (!isOwn || value === '' || value === null || value === undefined) continue;
    const reference = references[field];
    const secret = secrets[field];
    if (secret) spec[secret] = { name, key: field };
    else if (reference) spec[reference] = { name: resourceName(value) };
    else spec[field] = withReferences(field, value, references);
  }
  return { apiVersion, kind: kind.kind, metadata: { name }, spec };
}
