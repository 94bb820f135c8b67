import { Button, InputGroup, InputGroupItem, InputGroupText, TextInput } from '@patternfly/react-core';
import { TimesIcon } from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ControlProps, validity } from './control.ts';
import { onClock, unfinished, zoneOf } from './moment.ts';

/** The server says what is wrong with what is typed by half: to the form it must not look like an empty box. */
const saidBy = ({ value, validity: { badInput } }: HTMLInputElement) =>
  badInput ? unfinished : value && new Date(value).toISOString();

/** A moment, or none, on the clock of whoever looks at it. */
export function MomentControl({ id, label, value, isDisabled, problem, onChange }: ControlProps<string>) {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const { 'aria-describedby': said, ...wrong } = { 'aria-describedby': '', ...validity({ id, problem }) };
  const zoneId = `${id}-zone`;
  const clear = () => {
    // What is typed by half is no value that a form could take back.
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
          // Parts that make no moment yet are no change to the browser.
          onBlur={({ currentTarget }) => {
            if (!currentTarget.value && saidBy(currentTarget) !== value) onChange(saidBy(currentTarget));
          }}
        />
      </InputGroupItem>
      <InputGroupText id={zoneId}>{zoneOf(value, i18n.language)}</InputGroupText>
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
