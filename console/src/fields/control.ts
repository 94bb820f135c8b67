import type { Kind } from '@doorwright/crds';
import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';

/** What every control gets: one value, the field's model, and the words that name it. */
export interface ControlProps<V = unknown> {
  id: string;
  kind: Kind;
  field: FieldDescription;
  label: string;
  value: V;
  isDisabled: boolean;
  isInvalid: boolean;
  onChange: (value: V) => void;
  /** What else the form holds: the owner that a reference needs. */
  object: Record<string, unknown>;
}
