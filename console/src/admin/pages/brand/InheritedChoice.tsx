import type { ControlProps } from '../../fields/control.ts';
import { SingleSelect } from '../../ui/SingleSelect.tsx';
import { useChoiceWords } from '../../words/choice-words.ts';
import { useTranslation } from '../../words/use-translation.ts';

/** A choice of looks. The empty one of an application is that of its organization. */
export function InheritedChoice({ id, kind, field, label, value, isDisabled, onChange }: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const word = useChoiceWords();
  const without = t(kind.name === 'application' ? 'brand.asOrganization' : 'brand.usual');
  const choices = (field.schema.enum ?? []).map((each) => ({
    value: String(each),
    title: each === '' ? without : word(String(each)),
  }));
  return (
    <SingleSelect
      {...{ id, label, choices, isDisabled }}
      chosen={value ?? ''}
      placeholder={without}
      isFullWidth
      onChoose={onChange}
    />
  );
}
