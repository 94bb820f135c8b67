import type { Row } from '@doorwright/crds';
import { isEmail } from '@doorwright/crds/values/written-forms.ts';
import { Button } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/call.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { TrialForm } from './TrialForm.tsx';

/** The api's name for a trial of the connection without a mail. */
const nobody = 'TestSmtpServer';

/** Connects to the mail server, or sends one mail. */
export function MailTrial({ object, isIncomplete }: { object: Row; isIncomplete: boolean }) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const [address, setAddress] = useState('');
  const { name, displayName, title, content } = object;
  const trial = useMutation({
    mutationFn: (receiver: string) =>
      call('send-email', {
        body: { title, content, sender: displayName || name, receivers: [receiver], provider: name },
        kind: 'provider',
      }),
    onSuccess: (_answer, receiver) =>
      notify('success', t(receiver === nobody ? 'provider.connected' : 'provider.sent')),
    onError: (error) => notify('danger', error.message),
  });
  const isDisabled = trial.isPending || isIncomplete;
  return (
    <TrialForm
      title={t('provider.testEmail')}
      type="email"
      autoComplete="email"
      receiver={address}
      setReceiver={setAddress}
      label={t('provider.sendTestEmail')}
      isDisabled={isDisabled || !isEmail(address)}
      send={() => trial.mutate(address)}
    >
      <Button variant="secondary" isDisabled={isDisabled} onClick={() => trial.mutate(nobody)}>
        {t('provider.testConnection')}
      </Button>
    </TrialForm>
  );
}
