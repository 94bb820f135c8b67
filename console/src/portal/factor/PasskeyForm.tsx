import { useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { type Sentence, said, t } from '../words.ts';
import type { FactorFormProps } from './factor-form.ts';

/** Asks the browser for a passkey or security key of the user. */
export function PasskeyForm({ isBusy, ask, prove }: FactorFormProps) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Sentence>('');

  async function use() {
    setAsking(true);
    setFailure('');
    try {
      const { optionsIn, signChallenge } = await import('../passkeys/ceremony.ts');
      prove({ factorCredential: await signChallenge(optionsIn(await ask())) });
    } catch (error) {
      setFailure(error as Error);
    }
    setAsking(false);
  }

  return (
    <>
      <Alert>{said(failure)}</Alert>
      <Button isBusy={isBusy || isAsking} onClick={() => void use()}>
        {t('factorPasskey')}
      </Button>
    </>
  );
}
