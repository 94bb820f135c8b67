import { rulesOf, type SignupItemName } from '@doorwright/crds/options/signup-rules.ts';
import { ChoiceControl } from '../../fields/ChoiceControl.tsx';
import type { ControlProps } from '../../fields/control.ts';
import { ItemsControl, type RowRules } from '../../fields/ItemsControl.tsx';
import type { Item } from '../../fields/new-item.ts';

const ruledBy = ({ name }: Item) => rulesOf(name as SignupItemName);

/** The id is generated, so no form asks for it. An item on the sign-up form is not prompted after sign-in. */
function isShown(member: string, row: Item): boolean {
  const { name, visible } = row;
  switch (member) {
    case 'visible':
      return name !== 'ID';
    case 'required':
      return visible === true;
    case 'prompted':
      return visible !== true && name !== 'ID';
    case 'rule':
      return ruledBy(row).length > 1;
    default:
      return true;
  }
}

/** After a change of name, an item gets the defaults of the new name: its rule, and the visibility that an id needs. */
const named = (item: Item, before?: Item): Item => ({
  rule: ruledBy(item)[0],
  ...(item.name === 'ID' && { visible: false, prompted: false }),
  ...(before?.name === 'ID' && { visible: true, required: true }),
});

const rules: RowRules = {
  isShown,
  following: (change, before) => ({
    ...('name' in change && named(change, before)),
    ...('visible' in change && { required: change.visible, prompted: false }),
  }),
  controls: {
    rule: (props: ControlProps<string>) => <ChoiceControl {...props} choices={ruledBy(props.object)} />,
  },
  fresh: (item) => named(item),
};

export const SignupItemsControl = (props: ControlProps<Item[]>) => <ItemsControl {...props} rules={rules} />;
