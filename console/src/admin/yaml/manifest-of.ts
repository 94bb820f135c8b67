import { apiVersion } from '@doorwright/crds/derive/api-version.ts';
import { entrySecretKey, entrySecretsOf } from '@doorwright/crds/derive/entry-secrets.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import { objectKey } from '@doorwright/crds/derive/object-key.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { isBuiltIn } from '../kinds.ts';

type Values = Record<string, unknown>;

/** Parts of a custom resource that replace fields that it lacks: members of the spec, and its namespace. */
export interface Declared {
  spec: Values;
  namespace?: string;
}

/** The longest DNS label. */
const longest = 63;

/** `app_built-in` → `app-built-in`: names of resources have neither underscores nor capitals. */
const resourceName = (name: unknown) =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, longest)
    .replace(/-+$/, '');

const referenceOf = (name: unknown) => ({ name: resourceName(name) });

/** The name and namespace of the object's resource. A name in another script becomes the name of the kind. */
function placeOf(kind: DeclaredKind, { origin, ...object }: Values): { name: string; namespace?: string } {
  const words = [kind.label && object[kind.label], object[kind.key], kind.name];
  if (!origin) return { name: words.map((each) => resourceName(each ?? '')).find(Boolean) as string };
  const { name: declaredAs, namespace } = origin as { name: string; namespace: string };
  return { name: declaredAs, ...(namespace && { namespace }) };
}

/** The entries of a list with the model's members, and with references instead of names and secrets. */
function entriesOf(kind: DeclaredKind, { name: field, items }: FieldDescription, value: unknown, secret: string) {
  if (!items || !Array.isArray(value)) return value;
  const { references = {} } = kind.declared;
  const secrets = new Map(entrySecretsOf(kind, field).map(({ member, as }) => [member, as]));
  return value.map((entry: Values, index) =>
    Object.fromEntries(
      items.map(({ name }) => {
        const reference = references[`${field}.${name}`];
        const hidden = secrets.get(name);
        if (hidden) return [hidden, { name: secret, key: entrySecretKey(field, index) }];
        return reference ? [reference, referenceOf(entry[name])] : [name, entry[name]];
      }),
    ),
  );
}

/** Whether the resource refers to keys of Secrets, which people must provide. */
export const hasSecrets = ({ declared }: DeclaredKind, spec: Values): boolean =>
  Object.entries(declared.secrets ?? {}).some(([path, as]) => {
    const [field = '', member] = path.split('.');
    return member ? ((spec[field] as unknown[] | undefined) ?? []).length > 0 : as in spec;
  });

/**
 * The inverse of `desiredOf`: the custom resource that declares an object. Secrets are keys of a Secret with the resource's name,
 * and empty values are left out. It adopts the object if nothing differs, and observes the platform's own objects.
 */
export function manifestOf(kind: DeclaredKind, object: Values, declares: (object: Values) => Declared) {
  const { references = {}, secrets = {}, omits = [] } = kind.declared;
  const { spec: more, ...follows } = declares(object);
  const metadata = { ...follows, ...placeOf(kind, object) };
  const { name } = metadata;
  const spec: Values = {
    ...(objectKey(kind, { metadata, spec: {} }) !== object[kind.key] && { name: object[kind.key] }),
    ...(isBuiltIn(kind, object) ? { managementPolicy: 'Observe' } : { adoptionPolicy: 'IfIdentical' }),
  };
  for (const description of fieldsOf(kind)) {
    const { name: field, serverSet, computed } = description;
    const value = object[field];
    const isOwn = (field in kind.fields || field in references) && !serverSet && !computed && !omits.includes(field);
    if (!isOwn || value === '' || value === null || value === undefined) continue;
    const reference = references[field];
    const secret = secrets[field];
    if (secret) spec[secret] = { name, key: field };
    else if (reference) spec[reference] = Array.isArray(value) ? value.map(referenceOf) : referenceOf(value);
    else spec[field] = entriesOf(kind, description, value, name);
  }
  const given = Object.entries({ ...spec, ...more }).filter(([, value]) => value !== undefined);
  return {
    apiVersion,
    kind: kind.kind,
    metadata,
    spec: Object.fromEntries(given),
  };
}
