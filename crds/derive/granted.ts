import { fieldsOf } from '../schema/fields.ts';
import type { DeclaredKind } from './spec.ts';

/** A choice that a resource of another namespace grants. */
export interface GrantedChoice {
  member: string;
  /** The narrowest comes first. */
  choices: readonly unknown[];
}

/** The grants of the referenced resource to resources of other namespaces. */
export const grantedBy = (kind: DeclaredKind, reference: string): GrantedChoice[] =>
  (kind.declared.granted?.[reference] ?? []).map((member) => {
    const schema = fieldsOf(kind).find(({ name }) => name === member)?.schema;
    return { member, choices: schema?.type === 'boolean' ? [false, true] : (schema?.enum ?? []) };
  });

interface Named {
  namespace?: string;
}

/** All choices of the kind that need a grant, whatever a spec refers to. */
export const allGranted = (kind: DeclaredKind): GrantedChoice[] =>
  Object.keys(kind.declared.granted ?? {}).flatMap((reference) => grantedBy(kind, reference));

const narrowest = (choices: readonly GrantedChoice[]): Record<string, unknown> =>
  Object.fromEntries(choices.map(({ member, choices: [first] }) => [member, first]));

/** The narrowest choices. They hold in other namespaces if the spec has none, so removing the choice from the spec gives up the grant. */
export function narrowestOf(
  kind: DeclaredKind,
  spec: Readonly<Record<string, unknown>>,
  namespace: string,
): Record<string, unknown> {
  const references = Object.keys(kind.declared.granted ?? {}).filter((reference) => {
    const { namespace: at = namespace } = (spec[reference] ?? {}) as Named;
    return at !== namespace;
  });
  return narrowest(references.flatMap((reference) => grantedBy(kind, reference)));
}

/**
 * The fields of a tenant's object when no resource stands for it any more. Nobody can take a grant back from such an object, so it keeps
 * none.
 */
export const leftBehind = (kind: DeclaredKind): Record<string, unknown> => ({
  ...narrowest(allGranted(kind)),
  ...(kind.audience && { audience: 'named', organizations: [] }),
  ...kind.declared.stopped,
});
