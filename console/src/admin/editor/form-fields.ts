import type { Kind } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/fields.ts';

/** The fields of a kind's form. */
export function formFields(kind: Kind): FieldDescription[] {
  const names = (kind.form ?? []).flatMap(({ fields }) => fields);
  return fieldsOf(kind).filter(({ name }) => names.includes(name));
}
