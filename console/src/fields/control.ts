import type { Kind } from '@doorwright/crds';
import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';
import type { ComponentType } from 'react';
import { type Problem, textOf } from './problem.ts';

/** What every control gets: one value, the field's model, and the words that name it. */
export interface ControlProps<V = unknown> {
  id: string;
  kind: Kind;
  field: FieldDescription;
  label: string;
  value: V;
  isDisabled: boolean;
  /** What the server said of the value, or of parts of it. */
  problem: Problem | undefined;
  onChange: (value: V) => void;
  /** What else the form holds: the owner that a reference needs. */
  object: Record<string, unknown>;
  /** Values that other rows have already, where each may stand once. */
  taken?: readonly string[];
}

// A control is written for the values of its type, which the model guarantees.
// biome-ignore lint/suspicious/noExplicitAny: whoever chooses a control joins types to controls
export type Control = ComponentType<ControlProps<any>>;

/** How a box shows that something is wrong with it, and where it is said what. */
export const validity = ({ id, problem }: Pick<ControlProps, 'id' | 'problem'>) =>
  textOf(problem) ? ({ validated: 'error', 'aria-describedby': `${id}-problem` } as const) : {};
