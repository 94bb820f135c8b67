import { Button, InputGroup, InputGroupItem, InputGroupText, TextInput } from '@patternfly/react-core';
import { TimesIcon } from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useRef } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { type ControlProps, validity } from './control.ts';
import { onClock, unfinished, zoneOf } from './moment.ts';

/** An incomplete date is not an empty one: the form keeps it, and the server names the error. */
const saidBy = ({ value, validity: { badInput } }: HTMLInputElement) =>
  badInput ? unfinished : value && new Date(value).toISOString();

/** A date with time, or none, in the user's time zone. */
export function MomentControl({ id, label, value, isDisabled, problem, onChange }: ControlProps<string>) {
  const { t, language } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const { 'aria-describedby': said, ...wrong } = { 'aria-describedby': '', ...validity({ id, problem }) };
  const zoneId = `${id}-zone`;
  const clear = () => {
    // The form cannot restore an incomplete date.
    if (box.current) box.current.value = '';
    box.current?.focus();
    onChange('');
  };
  return (
    <InputGroup className="moment">
      <InputGroupItem isFill>
        <TextInput
          ref={box}
          id={id}
          aria-label={label}
          aria-describedby={`${zoneId} ${said}`.trim()}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={onClock(value)}
          isDisabled={isDisabled}
          {...wrong}
          onChange={(event) => onChange(saidBy(event.currentTarget))}
          // The browser sends no change event for an incomplete date.
          onBlur={({ currentTarget }) => {
            if (!currentTarget.value && saidBy(currentTarget) !== value) onChange(saidBy(currentTarget));
          }}
        />
      </InputGroupItem>
      <InputGroupText id={zoneId}>{zoneOf(value, language)}</InputGroupText>
      <InputGroupItem>
        <Button
          variant="control"
          icon={<TimesIcon />}
          aria-label={`${t('delete')}: ${label}`}
          isDisabled={isDisabled || !value}
          onClick={clear}
        />
      </InputGroupItem>
    </InputGroup>
  );
}
