import { useTranslation } from 'react-i18next';
import { Choose } from '../ui/Choose.tsx';
import type { ControlProps } from './control.ts';

export function ChoiceControl({ id, field, label, value, isDisabled, onChange }: ControlProps<string>) {
  const { t } = useTranslation();
  const choices = (field.schema.enum ?? []).map((each) => ({ value: each, title: each || t('none') }));
  return (
    <Choose
      id={id}
      label={label}
      choices={choices}
      chosen={value}
      isDisabled={isDisabled}
      isFullWidth
      onChoose={onChange}
    />
  );
}
