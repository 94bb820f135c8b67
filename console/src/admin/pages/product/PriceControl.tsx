import { type Currency, exponents } from '@doorwright/crds/values/currencies.ts';
import { InputGroup, InputGroupItem, InputGroupText, TextInput } from '@patternfly/react-core';
import { type ControlProps, validity } from '../../fields/control.ts';

/** A price with its currency. The arrows of the box and its check know the decimal places of the currency. */
export function PriceControl({ id, label, value, object, isDisabled, problem, onChange }: ControlProps<number | ''>) {
  const currency = String(object.currency);
  const places = exponents[currency as Currency] ?? 2;
  return (
    <InputGroup className="number">
      <InputGroupItem isFill>
        <TextInput
          id={id}
          aria-label={label}
          type="number"
          value={value ?? ''}
          min={0}
          step={10 ** -places}
          isDisabled={isDisabled}
          {...validity({ id, problem })}
          onChange={(_event, text) => onChange(text === '' ? '' : Number(text))}
        />
      </InputGroupItem>
      <InputGroupText>{currency}</InputGroupText>
    </InputGroup>
  );
}
