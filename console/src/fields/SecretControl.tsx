import { Button, InputGroup, InputGroupItem, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from './control.ts';

const mask = '***';

/** A stored secret shows as a mask, and sent back it stays; only on request it gives way to a new one. */
export function SecretControl({ id, label, field, value, isDisabled, isInvalid, onChange }: ControlProps<string>) {
  const { t } = useTranslation('console');
  const [isReplacing, setReplacing] = useState(false);
  const isStored = value === mask && !isReplacing;
  return (
    <InputGroup>
      <InputGroupItem isFill>
        <TextInput
          id={id}
          type={isStored || field.control !== 'password' ? 'text' : 'password'}
          value={value ?? ''}
          isDisabled={isDisabled || isStored}
          validated={isInvalid ? 'error' : 'default'}
          autoComplete="new-password"
          onChange={(_event, text) => onChange(text)}
        />
      </InputGroupItem>
      {!isDisabled && value === mask && (
        <InputGroupItem>
          <Button
            variant="control"
            aria-label={t('replaceSecret', { field: label })}
            onClick={() => {
              setReplacing(true);
              onChange('');
            }}
          >
            {t('replace')}
          </Button>
        </InputGroupItem>
      )}
      {isReplacing && (
        <InputGroupItem>
          <Button
            variant="control"
            aria-label={t('keepSecret', { field: label })}
            onClick={() => {
              setReplacing(false);
              onChange(mask);
            }}
          >
            {t('keep')}
          </Button>
        </InputGroupItem>
      )}
    </InputGroup>
  );
}
