import { SingleSelect } from '../ui/SingleSelect.tsx';
import { useChoiceWords } from '../words/choice-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import type { ControlProps } from './control.ts';

interface Props extends ControlProps<string> {
  /** The choices offered here, if they are fewer than those of the model. */
  choices?: readonly string[];
}

export function ChoiceControl({ id, field, label, value, isDisabled, taken, choices, onChange }: Props) {
  const { t } = useTranslation();
  const word = useChoiceWords();
  const offered = (choices ?? field.schema.enum ?? [])
    .filter((each) => !taken?.includes(each))
    .map((each) => ({ value: each, title: word(each) || t('none') }));
  return (
    <SingleSelect
      id={id}
      label={label}
      choices={offered}
      chosen={value}
      placeholder={t('none')}
      isDisabled={isDisabled}
      isFullWidth
      onChoose={onChange}
    />
  );
}
