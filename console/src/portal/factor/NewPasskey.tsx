import { useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { type Sentence, said, t } from '../words.ts';
import type { FactorFormProps } from './factor-form.ts';

/** Makes a passkey or security key, which is the second factor from now on. */
export function NewPasskey({ isBusy, ask, prove }: FactorFormProps) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Sentence>('');

  async function make() {
    setAsking(true);
    setFailure('');
    try {
      const { newPasskey, optionsIn } = await import('../passkeys/ceremony.ts');
      prove({ factorCredential: JSON.stringify(await newPasskey(optionsIn(await ask()))) });
    } catch (error) {
      setFailure(error as Error);
    }
    setAsking(false);
  }

  return (
    <>
      <p>{t('enrolPasskeyLead')}</p>
      <Alert>{said(failure)}</Alert>
      <Button isBusy={isBusy || isAsking} onClick={() => void make()}>
        {t('enrolPasskey')}
      </Button>
    </>
  );
}
