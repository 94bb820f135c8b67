import { InputGroup, InputGroupItem, InputGroupText, TextInput } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from './control.ts';

export function NumberControl({ id, field, value, isDisabled, isInvalid, onChange }: ControlProps<number | ''>) {
  const { t } = useTranslation('console');
  const { minimum, maximum } = field.schema;
  return (
    <InputGroup className="number">
      <InputGroupItem isFill>
        <TextInput
          id={id}
          type="number"
          value={value ?? ''}
          min={minimum}
          max={maximum}
          step={field.type === 'integer' ? 1 : 'any'}
          isDisabled={isDisabled}
          validated={isInvalid ? 'error' : 'default'}
          // An empty box is told as such: the server says that a number is missing.
          onChange={(_event, text) => onChange(text === '' ? '' : Number(text))}
        />
      </InputGroupItem>
      {field.unit && <InputGroupText>{t(`units.${field.unit}`)}</InputGroupText>}
    </InputGroup>
  );
}
