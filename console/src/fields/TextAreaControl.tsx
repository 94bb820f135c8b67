import { TextArea } from '@patternfly/react-core';
import type { ControlProps } from './control.ts';

export function TextAreaControl({ id, field, value, isDisabled, isInvalid, onChange }: ControlProps<string>) {
  const isCode = field.control !== 'textarea';
  return (
    <TextArea
      id={id}
      value={value ?? ''}
      isDisabled={isDisabled}
      validated={isInvalid ? 'error' : 'default'}
      rows={10}
      resizeOrientation="vertical"
      spellCheck={!isCode}
      {...(isCode && { className: 'code' })}
      onChange={(_event, text) => onChange(text)}
    />
  );
}
