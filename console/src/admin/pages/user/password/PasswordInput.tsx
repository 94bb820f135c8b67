import { FormGroup, TextInput } from '@patternfly/react-core';
import { useId } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function PasswordInput({ label, onChange, ...input }: Props) {
  const id = useId();
  return (
    <FormGroup label={label} fieldId={id}>
      <TextInput
        id={id}
        type="password"
        autoComplete="new-password"
        {...input}
        onChange={(_event, text) => onChange(text)}
      />
    </FormGroup>
  );
}
