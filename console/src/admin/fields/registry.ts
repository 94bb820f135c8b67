import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import type { Control } from './control.ts';
import { ItemsControl } from './ItemsControl.tsx';
import { plainControlOf } from './plain-control.ts';

const isTable = ({ items, control, computed, secret }: FieldDescription) =>
  items && control !== 'readonly' && !computed && !secret;

/** The control for a field, chosen by its model. */
export const controlOf = (field: FieldDescription): Control => (isTable(field) ? ItemsControl : plainControlOf(field));
