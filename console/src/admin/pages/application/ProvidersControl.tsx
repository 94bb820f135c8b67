import { isSignInCategory } from '@doorwright/crds/providers/sign-in-button.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ItemsControl } from '../../fields/ItemsControl.tsx';
import type { Item } from '../../fields/new-item.ts';
import { useChoiceWords } from '../../words/choice-words.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { useProviders } from './use-providers.ts';

/** Members that only apply to providers for sign-in. */
const ofSignIn = ['canSignUp', 'canSignIn', 'canUnlink', 'prompted'];

/** The providers of an application, each with its category and type. */
export function ProvidersControl(props: ControlProps<Item[]>) {
  const { t } = useTranslation('provider');
  const word = useChoiceWords();
  const providers = useProviders();
  const providerOf = ({ name }: Item) => providers?.get(String(name));
  const { enableSignUp } = props.object;
  const fact = (field: 'category' | 'type') => ({
    title: t(`fields.${field}`),
    of: (row: Item) => word(providerOf(row)?.[field] ?? ''),
  });
  return (
    <ItemsControl
      {...props}
      rules={{
        facts: [fact('category'), fact('type')],
        isShown: (member, row) =>
          !ofSignIn.includes(member) ||
          (isSignInCategory({ category: providerOf(row)?.category }) &&
            (member !== 'canSignUp' || enableSignUp === true)),
      }}
    />
  );
}
