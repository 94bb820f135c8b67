import { FormGroup, TextInput } from '@patternfly/react-core';
import { useId } from 'react';
import { Help } from './Help.tsx';

interface Props {
  label: string;
  help?: string;
  /** What is wrong with the value. */
  problem?: string | undefined;
  value: string;
  /** Values that the browser offers. The user may type another one. */
  offered?: readonly string[];
  onChange: (text: string) => void;
}

/** A required text of the dialog. */
export function TextField({ label, help, problem, value, offered, onChange }: Props) {
  const id = useId();
  return (
    <FormGroup label={label} fieldId={id} isRequired>
      <TextInput
        id={id}
        value={value}
        maxLength={500}
        aria-label={label}
        autoComplete="off"
        validated={problem ? 'error' : 'default'}
        {...(offered && { list: `${id}-offered` })}
        onChange={(_event, text) => onChange(text)}
      />
      {offered && (
        <datalist id={`${id}-offered`}>
          {offered.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {problem ? <Help isError>{problem}</Help> : help && <Help>{help}</Help>}
    </FormGroup>
  );
}
