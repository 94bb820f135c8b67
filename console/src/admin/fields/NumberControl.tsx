import { InputGroup, InputGroupItem, InputGroupText, TextInput } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';
import { type ControlProps, validity } from './control.ts';

export function NumberControl({ id, field, label, value, isDisabled, problem, onChange }: ControlProps<number | ''>) {
  const { t } = useTranslation('console');
  const { minimum, maximum } = field.schema;
  return (
    <InputGroup className="number">
      <InputGroupItem isFill>
        <TextInput
          id={id}
          aria-label={label}
          type="number"
          value={value ?? ''}
          min={minimum}
          max={maximum}
          step={field.type === 'integer' ? 1 : 'any'}
          isDisabled={isDisabled}
          {...validity({ id, problem })}
          // The form sends an empty box as such, and the server answers that a number is missing.
          onChange={(_event, text) => onChange(text === '' ? '' : Number(text))}
        />
      </InputGroupItem>
      {field.unit && <InputGroupText>{t(`units.${field.unit}`)}</InputGroupText>}
    </InputGroup>
  );
}
