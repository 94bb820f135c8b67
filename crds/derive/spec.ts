import { z } from 'zod';
import { type Constraint, constrained } from '../constraint.ts';
import { type FieldMeta, fieldMeta, list } from '../field.ts';
import { referenceTo, secretReference } from '../reference.ts';
import { emit } from '../schema/schema.ts';
import { givenNameConstraints, keeps } from './identity.ts';
import type { DeclaredKind } from './is-declared.ts';
import { policyShape } from './policy.ts';

export { type DeclaredKind, isDeclared } from './is-declared.ts';

/** `verification-code` → `VerificationCode`. */
const kindName = (name: string) => name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const withoutDefault = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;

const asSet = (list: z.ZodType) =>
  list
    .refine((values) => new Set(values as unknown[]).size === (values as unknown[]).length, {
      error: 'contains a value more than once',
    })
    .meta({ 'x-kubernetes-list-type': 'set' });

/** A list of references in place of a list of names. */
const referencesTo = (kind: string, about: string, names: z.ZodArray): z.ZodType =>
  constrained(
    z
      .array(referenceTo(kind, `A ${kind}.`))
      .max(emit(names).maxItems ?? 100)
      .describe(about),
    [onlyOnce],
  );

/** `path` is the field, or `list.member` within the entries of a list, as in the references of a declaration. */
function member(kind: DeclaredKind, path: string, schema: z.ZodType): [string, z.ZodType] {
  const meta = fieldMeta.get(schema) ?? ({} as Partial<FieldMeta>);
  const about = schema.description ?? '';
  const name = path.slice(path.indexOf('.') + 1);
  const secret = kind.declared.secrets?.[path];
  if (secret) return [secret, secretReference(`${about} Set it with a key of a Secret.`)];
  if (meta.secret) throw new Error(`${kind.kind}.${path} is secret: declare the reference to a Secret for it`);
  const reference = kind.declared.references?.[path];
  if (reference && meta.refers) {
    const to = kindName(meta.refers.kind);
    const names = withoutDefault(schema);
    if (names instanceof z.ZodArray) return [reference, referencesTo(to, about, names)];
    if (!kind.declared.weak?.includes(path)) return [reference, referenceTo(to, about)];
    return [reference, referenceTo(to, `${about} It may come later than this resource.`, { weak: true })];
  }
  if (meta.refers && !meta.refers.loose) {
    throw new Error(`${kind.kind}.${path} refers to the kind ${meta.refers.kind}: declare the reference for it`);
  }
  return [name, plain(kind, path, schema).describe(about + startingWith(kind, path))];
}

/** Removes the defaults of new objects, because an absent field of a spec is unmanaged. */
function startingWith({ declared, kind }: DeclaredKind, path: string): string {
  if (declared.initial?.includes(path)) return ` Only a new ${kind} takes it. Afterwards it is not managed.`;
  const start = declared.starts?.[path];
  return start === undefined ? '' : ` A new ${kind} without it has \`${start}\`.`;
}

function plain(kind: DeclaredKind, path: string, schema: z.ZodType): z.ZodType {
  const bare = withoutDefault(schema);
  // The resource manages an entry as a whole, so its members keep the api's defaults.
  if (path.includes('.')) return schema;
  if (!(bare instanceof z.ZodArray)) return bare;
  if (bare.element instanceof z.ZodObject) return entries(kind, path, bare as z.ZodArray<z.ZodObject>);
  return kind.declared.ordered?.includes(path) ? bare : asSet(bare);
}

/** A list of objects. Each entry needs its key member, and has references instead of names. */
function entries(kind: DeclaredKind, path: string, plainList: z.ZodArray<z.ZodObject>): z.ZodType {
  const { maxItems = 100, 'x-kubernetes-list-map-keys': keys } = emit(plainList);
  const [key] = (keys ?? []) as string[];
  const shape = plainList.element.shape as Record<string, z.ZodType>;
  const { references = {}, secrets = {} } = kind.declared;
  const refers = Object.keys(shape).some((name) => references[`${path}.${name}`] ?? secrets[`${path}.${name}`]);
  if (!refers && !(key && shape[key] instanceof z.ZodDefault)) return plainList;
  const members = Object.entries(shape).map(([name, schema]): [string, z.ZodType] => {
    const required = name === key && !references[`${path}.${name}`];
    return required
      ? [name, withoutDefault(schema).describe(schema.description ?? '')]
      : member(kind, `${path}.${name}`, schema);
  });
  const entry = z.object(Object.fromEntries(members));
  if (!key) return z.array(entry).max(maxItems);
  const reference = references[`${path}.${key}`];
  return reference
    ? constrained(z.array(entry).max(maxItems), [distinct(reference)])
    : withoutDefault(list('', entry, { about: '', max: maxItems, distinctBy: key }));
}

// Kubernetes merges lists by scalar keys only, so a rule keeps references distinct.
const distinct = (reference: string): Constraint => ({
  // A list of one element is CEL's variable. Without it, a hundred entries would be evaluated twenty thousand times.
  rule: `[self.map(entry, entry.${reference})].all(refs, refs.all(a, refs.exists_one(b, a == b)))`,
  message: `each ${reference} can be used only once`,
  holds: (values: Record<string, unknown>[]) =>
    new Set(values.map((value) => JSON.stringify(value[reference]))).size === values.length,
});

const onlyOnce: Constraint = {
  rule: 'self.all(a, self.exists_one(b, a == b))',
  message: 'each resource can be named only once',
  holds: (values: object[]) => new Set(values.map((value) => JSON.stringify(value))).size === values.length,
};

const isDeclarable = ({ declared }: DeclaredKind, name: string, schema: z.ZodType) => {
  const meta = fieldMeta.get(schema);
  return !meta?.serverSet && !meta?.computed && !declared.omits?.includes(name);
};

function buildSpec(kind: DeclaredKind): z.ZodObject {
  const { declared } = kind;
  const { owner } = kind.schema.shape;
  const owned = declared.references?.owner ? { owner } : {};
  const mirrored = Object.entries({ ...owned, ...kind.fields } as Record<string, z.ZodType>)
    .filter(([name, schema]) => isDeclarable(kind, name, schema))
    .map(([name, schema]) => member(kind, name, schema));
  const isRequired = (name: string) => declared.required?.includes(name) ?? false;
  const own = Object.entries({ ...Object.fromEntries(mirrored), ...declared.also } as Record<string, z.ZodType>).map(
    ([name, schema]) => {
      const contents = constrained(schema, declared.contents?.[name] ?? []);
      return [name, isRequired(name) ? contents : contents.optional()];
    },
  );
  return constrained(
    z
      .object({ ...policyShape(declared, kind.key), ...Object.fromEntries(own) })
      .describe(`The ${kind.kind} as it should be. A field that is absent is not managed and keeps its value.`),
    [
      ...givenNameConstraints(kind),
      ...(declared.immutable ?? []).map((name) => keeps(name, isRequired(name))),
      ...(declared.constraints ?? []),
    ],
  );
}

const built = new WeakMap<object, z.ZodObject>();

/** The schema of a custom resource's spec. Absent members stay absent; only the policy members have defaults. */
export function specSchema(kind: DeclaredKind): z.ZodObject {
  const schema = built.get(kind) ?? buildSpec(kind);
  built.set(kind, schema);
  return schema;
}
