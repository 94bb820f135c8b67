import type { ControlProps } from '../../../fields/control.ts';
import { ItemsControl, type RowRules } from '../../../fields/ItemsControl.tsx';
import type { Item } from '../../../fields/new-item.ts';
import { AcsIndexesControl } from './AcsIndexesControl.tsx';

const rules: RowRules = { controls: { acsIndexes: AcsIndexesControl } };

/** Service providers of SAML. The indexes of one are a table of their own. */
export const ServiceProvidersControl = (props: ControlProps<Item[]>) => <ItemsControl {...props} rules={rules} />;
