import type { Row } from '@doorwright/crds';
import type { ControlProps } from '../../fields/control.ts';
import { registry } from '../../kinds.ts';
import { Memberships } from './Memberships.tsx';

/** The roles or permissions of a user. They are edited on their own pages. */
export const MembershipsControl = ({ field, label, value }: ControlProps<Row[] | null>) => (
  <Memberships label={label} kind={registry.named(field.name === 'roles' ? 'role' : 'permission')} of={value ?? []} />
);
