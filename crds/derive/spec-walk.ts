import type { ObjectReference, Referent, SecretReference } from '../reference.ts';
import { emit, type JsonSchema } from '../schema/schema.ts';
import { type DeclaredKind, specSchema } from './spec.ts';

export type Path = readonly (string | number)[];

type Visit = (schema: JsonSchema, value: unknown, path: Path) => void;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function walk(schema: JsonSchema, value: unknown, path: Path, visit: Visit): void {
  visit(schema, value, path);
  if (isObject(value)) {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (name in value) walk(member, value[name], [...path, name], visit);
    }
  } else if (Array.isArray(value) && schema.items) {
    for (const [index, entry] of value.entries()) walk(schema.items, entry, [...path, index], visit);
  }
}

export interface FoundReference extends Referent {
  path: Path;
  reference: ObjectReference;
}

/** The other custom resources that a spec refers to. */
export function referencesIn(kind: DeclaredKind, spec: object): FoundReference[] {
  const found: FoundReference[] = [];
  walk(emit(specSchema(kind)), spec, [], (schema, value, path) => {
    const referent = schema['x-refers-to'] as Referent | undefined;
    if (referent) found.push({ ...referent, path, reference: value as ObjectReference });
  });
  return found;
}

export interface FoundSecret {
  path: Path;
  reference: SecretReference;
}

/** The keys of Secrets that a spec refers to. */
export function secretsIn(kind: DeclaredKind, spec: object): FoundSecret[] {
  const found: FoundSecret[] = [];
  walk(emit(specSchema(kind)), spec, [], (schema, value, path) => {
    if (schema['x-secret']) found.push({ path, reference: value as SecretReference });
  });
  return found;
}

/** Unknown members of a spec. A cluster drops them without a message; in a folder they are errors. */
export function unknownIn(kind: DeclaredKind, spec: object): Path[] {
  const found: Path[] = [];
  walk(emit(specSchema(kind)), spec, [], (schema, value, path) => {
    const { properties } = schema;
    if (!properties || !isObject(value)) return;
    found.push(
      ...Object.keys(value)
        .filter((name) => !Object.hasOwn(properties, name))
        .map((name) => [...path, name]),
    );
  });
  return found;
}
