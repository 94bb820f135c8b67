import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/fields.ts';

/** PatternFly's own checkboxes of a table have English labels only. */
export const checkClass = 'pf-v6-c-table__check';

/** Digits stand below each other. */
export function numberClass(kind: Kind, column: string): string {
  const field = fieldsOf(kind).find(({ name }) => name === column);
  return ['integer', 'number'].includes(field?.type ?? '') ? 'cell-number' : '';
}

/** The actions of a row stay in view, however many columns there are. */
export const actionsClass = 'pf-v6-c-table__sticky-cell actions-cell';
