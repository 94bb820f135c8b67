import { Button, InputGroup, InputGroupItem, TextArea, TextInput } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { type ControlProps, validity } from './control.ts';

const mask = '***';

/**
 * Shows a stored secret as a mask. The mask keeps the secret when it is saved; a button replaces it. A secret that the server shows
 * once is readable.
 */
export function SecretControl({ id, label, field, value, isDisabled, problem, onChange }: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const [isReplacing, setReplacing] = useState(false);
  const [isShown, setShown] = useState(false);
  const isStored = value === mask;
  const box = {
    id,
    'aria-label': label,
    value: value ?? '',
    isDisabled: isDisabled || isStored,
    autoComplete: 'new-password',
    ...validity({ id, problem }),
  };
  const button = (text: string, name: string, act: () => void): ReactElement => (
    <InputGroupItem>
      <Button variant="control" aria-label={name} onClick={act}>
        {text}
      </Button>
    </InputGroupItem>
  );
  return (
    <InputGroup>
      <InputGroupItem isFill>
        {(field.control === 'textarea' || field.control === 'pem') && !isStored ? (
          // A key has several lines, which a single-line input would lose.
          <TextArea {...box} rows={6} className="code" spellCheck={false} onChange={(_event, text) => onChange(text)} />
        ) : (
          <TextInput
            {...box}
            type={isStored || isShown || field.control !== 'password' ? 'text' : 'password'}
            onChange={(_event, text) => onChange(text)}
          />
        )}
      </InputGroupItem>
      {field.control === 'password' &&
        !isStored &&
        value &&
        button(t(isShown ? 'hide' : 'show'), t(isShown ? 'hideSecret' : 'showSecret', { field: label }), () =>
          setShown(!isShown),
        )}
      {!isDisabled &&
        isStored &&
        button(t('console:replace'), t('console:replaceSecret', { field: label }), () => {
          setReplacing(true);
          onChange('');
        })}
      {isReplacing &&
        value !== mask &&
        button(t('console:keep'), t('console:keepSecret', { field: label }), () => {
          setReplacing(false);
          onChange(mask);
        })}
    </InputGroup>
  );
}
