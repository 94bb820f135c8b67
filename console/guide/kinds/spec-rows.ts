import { crdOf } from '@doorwright/crds/derive/crd.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import { code } from './table.ts';
import { defaultOf, typeOf, type ValueSchema } from './type-of.ts';

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

export function specRows(kind: DeclaredKind) {
  const [version] = crdOf(kind, { bundleVersion: '' }).spec.versions;
  const spec = version?.schema.openAPIV3Schema.properties?.spec;
  return spec ? rowsOf(spec as ValueSchema, '') : [];
}
