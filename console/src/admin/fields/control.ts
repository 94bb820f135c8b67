import type { Kind } from '@doorwright/crds';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import type { ComponentType } from 'react';
import { type Problem, textOf } from './problem.ts';

/** The properties of every control: one value, the field's model, and its texts. */
export interface ControlProps<V = unknown> {
  id: string;
  kind: Kind;
  field: FieldDescription;
  label: string;
  value: V;
  isDisabled: boolean;
  /** The server's errors for the value or its parts. */
  problem: Problem | undefined;
  onChange: (value: V) => void;
  /** The whole object of the form. A reference needs its owner. */
  object: Record<string, unknown>;
  /** The values of other rows, if each value may occur once. */
  taken?: readonly string[];
}

// The model guarantees that a control gets values of its type.
// biome-ignore lint/suspicious/noExplicitAny: whoever chooses a control joins types to controls
export type Control = ComponentType<ControlProps<any>>;

/** The attributes that mark an invalid input and point to its error. */
export const validity = ({ id, problem }: Pick<ControlProps, 'id' | 'problem'>) =>
  textOf(problem) ? ({ validated: 'error', 'aria-describedby': `${id}-problem` } as const) : {};
