import type { Danger } from '@doorwright/crds/field.ts';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';

/** The dangers of a value, or of the entries of a list. */
export const dangersIn = ({ dangers = [] }: FieldDescription, value: unknown): Danger[] =>
  dangers.filter(({ when }) => (Array.isArray(value) ? value.includes(when) : value === when));

/** A danger that a change adds, and that a user must agree to. The stored value needs no agreement again. */
export function newDanger(field: FieldDescription, value: unknown, ...before: unknown[]): Danger | undefined {
  const known = before.flatMap((each) => dangersIn(field, each));
  return dangersIn(field, value).find((danger) => danger.asks && !known.includes(danger));
}
