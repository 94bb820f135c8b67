import { fieldsOf } from './schema.ts';
import type { DeclaredKind } from './spec.ts';

/** A choice that a resource of another namespace grants. */
export interface GrantedChoice {
  member: string;
  /** From the narrowest on. */
  choices: readonly unknown[];
}

/** What the resource that a reference names grants those of other namespaces. */
export const grantedBy = (kind: DeclaredKind, reference: string): GrantedChoice[] =>
  (kind.declared.granted?.[reference] ?? []).map((member) => {
    const schema = fieldsOf(kind).find(({ name }) => name === member)?.schema;
    return { member, choices: schema?.type === 'boolean' ? [false, true] : (schema?.enum ?? []) };
  });

interface Named {
  namespace?: string;
}

/** The narrowest choices, which hold in another namespace where the spec makes none: a grant ends with the words that used it. */
export function narrowestOf(
  kind: DeclaredKind,
  spec: Readonly<Record<string, unknown>>,
  namespace: string,
): Record<string, unknown> {
  const references = Object.keys(kind.declared.granted ?? {}).filter((reference) => {
    const { namespace: at = namespace } = (spec[reference] ?? {}) as Named;
    return at !== namespace;
  });
  const choices = references.flatMap((reference) => grantedBy(kind, reference));
  return Object.fromEntries(choices.map(({ member, choices: [narrowest] }) => [member, narrowest]));
}
