import { TextInput } from '@patternfly/react-core';
import type { ControlProps } from './control.ts';

export function TextControl({ id, field, value, isDisabled, isInvalid, onChange }: ControlProps<string>) {
  return (
    <TextInput
      id={id}
      type={field.control === 'url' ? 'url' : 'text'}
      value={value ?? ''}
      isDisabled={isDisabled}
      validated={isInvalid ? 'error' : 'default'}
      maxLength={field.schema.maxLength}
      isRequired={field.required}
      onChange={(_event, text) => onChange(text)}
    />
  );
}
