import { TextInput } from '@patternfly/react-core';
import { type ControlProps, validity } from './control.ts';

export function TextControl({ id, field, label, value, isDisabled, problem, onChange }: ControlProps<string>) {
  return (
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
    />
  );
}
