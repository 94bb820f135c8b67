import {
  Button,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  InputGroup,
  InputGroupItem,
  TextInput,
} from '@patternfly/react-core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Code } from './use-code.ts';

interface Props {
  sending: Code;
  value: string;
  onChange: (code: string) => void;
}

/** An input for a code, with the button that sends it. */
export function CodeInput({ sending: { isBusy, left, begin }, value, onChange }: Props) {
  const { t } = useTranslation('users');
  const id = useId();
  const isResting = left > 0;
  return (
    <FormGroup label={t('code')} fieldId={id}>
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            id={id}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            onChange={(_event, text) => onChange(text)}
          />
        </InputGroupItem>
        <InputGroupItem>
          <Button variant="control" isDisabled={isBusy || isResting} isLoading={isBusy} onClick={() => void begin()}>
            {t(isBusy ? 'sendingCode' : isResting ? 'codeSent' : 'sendCode')}
          </Button>
        </InputGroupItem>
      </InputGroup>
      {isResting && (
        <FormHelperText>
          <HelperText>
            <HelperTextItem>{t('codeAgain', { count: left })}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}
