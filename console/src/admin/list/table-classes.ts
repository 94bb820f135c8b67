import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import styles from '@patternfly/react-styles/css/components/Table/table';

/** PatternFly's own checkboxes of a table have English labels only. */
export const checkClass = styles.tableCheck;

/** Digits stand below each other. */
export function numberClass(kind: Kind, column: string): string {
  const field = fieldsOf(kind).find(({ name }) => name === column);
  return ['integer', 'number'].includes(field?.type ?? '') ? 'cell-number' : '';
}

/** The actions of a row stay in view, however many columns there are. They stick to both sides of the table. */
export const stuck = {
  className: 'actions-cell',
  isStickyColumn: true,
  stickyMinWidth: '3.5rem',
  stickyRightOffset: '0',
};
