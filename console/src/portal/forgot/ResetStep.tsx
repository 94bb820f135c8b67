import { useState } from 'react';
import { CallError } from '../../shared/exchange.ts';
import { callSealed } from '../credentials/call-sealed.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { NewPasswordForm } from '../new-password/NewPasswordForm.tsx';
import type { Organization } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';

interface Props {
  username: string;
  organization: Pick<Organization, 'refuseWeakPasswords' | 'passwordLength'>;
  onChanged: () => void;
  onBeginAgain: () => void;
}

/** Sets the new password. A user who took too long learns it, and may start again. */
export function ResetStep({ username, organization, onChanged, onBeginAgain }: Props) {
  const [late, setLate] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);

  async function send(newPassword: string) {
    setBusy(true);
    try {
      await callSealed('reset-password', { newPassword }, { body: {} });
      onChanged();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallError && error.code === 'step-missing')) throw error;
      setLate(error);
    }
  }

  if (late)
    return (
      <>
        <Alert>{said(late)}</Alert>
        <Button onClick={onBeginAgain}>{t('beginAgain')}</Button>
      </>
    );
  return <NewPasswordForm username={username} organization={organization} isBusy={isBusy} send={send} />;
}
