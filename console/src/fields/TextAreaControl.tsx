import { TextArea } from '@patternfly/react-core';
import { type ControlProps, validity } from './control.ts';

export function TextAreaControl({ id, field, label, value, isDisabled, problem, onChange }: ControlProps<string>) {
  const isCode = field.control !== 'textarea';
  return (
    <TextArea
      id={id}
      aria-label={label}
      value={value ?? ''}
      isDisabled={isDisabled}
      {...validity({ id, problem })}
      rows={10}
      maxLength={field.schema.maxLength}
      resizeOrientation="vertical"
      spellCheck={!isCode}
      {...(isCode && { className: 'code' })}
      onChange={(_event, text) => onChange(text)}
    />
  );
}
