import { TextInput } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';
import { isAddress } from './address.ts';
import { type ControlProps, validity } from './control.ts';
import { FieldTexts } from './FieldTexts.tsx';
import { textOf } from './problem.ts';
import { useSettled } from './use-settled.ts';

const addresses: readonly unknown[] = ['url', 'address', 'image'];

export function TextControl({ id, field, label, value, isDisabled, problem, onChange }: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const { settled, settle } = useSettled(value ?? '');
  const isOfAddress = addresses.includes(field.control);
  const isOdd = isOfAddress && settled !== undefined && !isAddress(settled, field.control) && !textOf(problem);
  return (
    <>
      <TextInput
        id={id}
        aria-label={label}
        type={field.control === 'url' ? 'url' : 'text'}
        value={value ?? ''}
        isDisabled={isDisabled}
        {...validity({ id, problem })}
        maxLength={field.schema.maxLength}
        isRequired={field.required}
        onChange={(_event, text) => onChange(text)}
        onBlur={settle}
      />
      {isOfAddress && <FieldTexts id={id} warnings={isOdd ? [t(`checks.${field.control}`)] : []} />}
    </>
  );
}
