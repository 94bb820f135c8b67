import { itemsWithCode, provedItems } from '@doorwright/crds/options/asked-items.ts';
import type { SignupItem } from '@doorwright/crds/options/signup-items.ts';
import { rulesOf, type SignupItemName } from '@doorwright/crds/options/signup-rules.ts';
import { ChoiceControl } from '../../../fields/ChoiceControl.tsx';
import type { ControlProps } from '../../../fields/control.ts';
import { ItemsControl, type RowRules } from '../../../fields/ItemsControl.tsx';
import type { Item } from '../../../fields/new-item.ts';
import { useProviders } from '../use-providers.ts';
import { LazyNote } from './LazyNote.tsx';

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

/** The items of the sign-up form, with a warning about those whose code nobody sends. */
export function SignupItemsControl(props: ControlProps<Item[]>) {
  const providers = useProviders();
  const { providers: listed, signupCodes } = props.object as { providers?: Item[]; signupCodes?: string[] | null };
  const categories = (listed ?? []).map(({ name }) => providers?.get(String(name))?.category);
  const leftOut = itemsWithCode((props.value ?? []) as unknown as SignupItem[]).filter(
    (item) => providers && !categories.includes(provedItems[item]) && !signupCodes?.includes(item),
  );
  return (
    <>
      {leftOut.length > 0 && <LazyNote leftOut={leftOut} />}
      <ItemsControl {...props} rules={rules} />
    </>
  );
}
