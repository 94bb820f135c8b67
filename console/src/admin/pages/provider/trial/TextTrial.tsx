import type { Row } from '@doorwright/crds';
import { isPhone, plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { useAccount } from '../../../session/account.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { TrialForm } from './TrialForm.tsx';

/** Looks like a code, and nobody can sign in with it. */
const sample = '123456';

/** Sends one text message, by the template of the provider. */
export function TextTrial({ object, isIncomplete }: { object: Row; isIncomplete: boolean }) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const prefix = useAccount()?.organization.phonePrefix ?? '';
  const [phone, setPhone] = useState('');
  const trial = useMutation({
    mutationFn: () =>
      call('send-sms', {
        query: { provider: String(object.name) },
        body: { content: sample, receivers: [phone] },
        kind: 'provider',
      }),
    onSuccess: () => notify('success', t('provider.textSent')),
    onError: (error) => notify('danger', error.message),
  });
  return (
    <TrialForm
      title={t('provider.testText')}
      type="tel"
      autoComplete="tel"
      receiver={phone}
      setReceiver={setPhone}
      help={t('provider.testPhone', { prefix, sample })}
      label={t('provider.sendTestText')}
      isDisabled={trial.isPending || isIncomplete || !isPhone(plainPhone(phone, prefix), prefix)}
      send={() => trial.mutate()}
    />
  );
}
