import { modifyRules } from '@doorwright/crds/options/account-items.ts';
import { ChoiceControl } from '../../fields/ChoiceControl.tsx';
import type { ControlProps } from '../../fields/control.ts';
import { ItemsControl, type RowRules } from '../../fields/ItemsControl.tsx';
import type { Item } from '../../fields/new-item.ts';

/** Only administrators can change an item that only they see. */
const rulesFitting = (viewRule: unknown) =>
  viewRule === 'Admin' ? modifyRules.filter((rule) => rule !== 'Self') : modifyRules;

const rules: RowRules = {
  isShown: (member, { visible }) => visible === true || !['viewRule', 'modifyRule'].includes(member),
  following: ({ viewRule }, { modifyRule }) =>
    viewRule === 'Admin' && modifyRule === 'Self' ? { modifyRule: 'Admin' } : {},
  controls: {
    modifyRule: (props: ControlProps<string>) => (
      <ChoiceControl {...props} choices={rulesFitting(props.object.viewRule)} />
    ),
  },
};

export const AccountItemsControl = (props: ControlProps<Item[]>) => <ItemsControl {...props} rules={rules} />;
