import { crdOf } from '@doorwright/crds/derive/crd.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import { code } from './table.ts';
import { defaultOf, longChoicesOf, typeOf, type ValueSchema } from './type-of.ts';

/** The members of an object, or of the objects in a list. */
const membersOf = (schema: ValueSchema) => schema.properties ?? schema.items?.properties;

/** A row for each field of a custom resource, with the fields within it below it. */
function rowsOf(schema: ValueSchema, path: string): (string | { code: string })[][] {
  return Object.entries(membersOf(schema) ?? {}).flatMap(([name, member]) => {
    const own = `${path}${name}`;
    const isRequired = (schema.required ?? schema.items?.required ?? []).includes(name);
    const type = membersOf(member) ? (member.type === 'array' ? 'list of objects' : 'object') : typeOf(member);
    const fallback = isRequired ? 'required' : defaultOf(member);
    const row = [code(own), type, fallback, member.description ?? ''];
    return [row, ...rowsOf(member, `${own}${member.type === 'array' ? '[]' : ''}.`)];
  });
}

function specOf(kind: DeclaredKind): ValueSchema {
  const [version] = crdOf(kind, { bundleVersion: '' }).spec.versions;
  return (version?.schema.openAPIV3Schema.properties?.spec ?? {}) as ValueSchema;
}

export const specRows = (kind: DeclaredKind) => rowsOf(specOf(kind), '');

/** The name of each field of a custom resource, with its choices if they are many. */
export function specChoices(kind: DeclaredKind): (readonly [name: string, choices: readonly string[]])[] {
  const inside = (schema: ValueSchema): (readonly [string, readonly string[]])[] =>
    Object.entries(membersOf(schema) ?? {}).flatMap(([name, member]) => [
      [name, longChoicesOf(member)] as const,
      ...inside(member),
    ]);
  return inside(specOf(kind));
}
