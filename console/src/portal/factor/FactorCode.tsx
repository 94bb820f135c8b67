import { useState } from 'react';
import { Button } from '../frame/Button.tsx';
import { Field } from '../frame/Field.tsx';
import { unexpectedError } from '../frame/unexpected-error.ts';
import { type Sentence, said, t } from '../words.ts';
import type { FactorForm, FactorFormProps } from './factor-form.ts';

interface Props extends Pick<FactorFormProps, 'ask'>, Pick<FactorForm, 'code' | 'isSent'> {
  value: string;
  problem?: string | undefined;
  onChange: (code: string) => void;
}

/** The field for the code of a second factor. A button beside it sends the code, where it is sent. */
export function FactorCode({ code = 'numeric', isSent, value, problem, ask, onChange }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [failure, setFailure] = useState<Sentence>('');

  async function send() {
    setState('busy');
    setFailure('');
    try {
      await ask();
      setState('sent');
    } catch (error) {
      setFailure(unexpectedError(error));
      setState('idle');
    }
    document.getElementById('factorCode')?.focus();
  }

  return (
    <Field
      name="factorCode"
      label={t('factorCode')}
      value={value}
      inputMode={code}
      autoComplete={code === 'numeric' ? 'one-time-code' : 'off'}
      maxLength={20}
      autoFocus
      help={state === 'sent' ? t('codeSent') : undefined}
      problem={said(failure) || problem}
      onInput={(event) => onChange(event.currentTarget.value)}
      beside={
        isSent && (
          <Button look="secondary" isBusy={state === 'busy'} onClick={() => void send()}>
            {t('sendCode')}
          </Button>
        )
      }
    />
  );
}
