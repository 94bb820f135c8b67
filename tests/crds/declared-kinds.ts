import { kinds } from '@doorwright/crds';
import { crdOf } from '@doorwright/crds/derive/crd.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import type { StructuralSchema } from '@doorwright/crds/derive/structural.ts';

export const declaredKinds = kinds.filter(isDeclared);

export const schemaOf = (kind: (typeof declaredKinds)[number]): StructuralSchema => {
  const [version] = crdOf(kind, { bundleVersion: 'test' }).spec.versions;
  if (!version) throw new Error(`${kind.kind} has no version`);
  return version.schema.openAPIV3Schema;
};

/** A schema and all schemas within it, each with its path. */
export function* nested(schema: StructuralSchema, path = ''): Generator<[string, StructuralSchema]> {
  yield [path, schema];
  for (const [name, member] of Object.entries(schema.properties ?? {})) yield* nested(member, `${path}.${name}`);
  if (schema.items) yield* nested(schema.items, `${path}[]`);
  if (schema.additionalProperties) yield* nested(schema.additionalProperties, `${path}.*`);
}
