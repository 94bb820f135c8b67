import type { Row } from '@doorwright/crds';
import { isEmail } from '@doorwright/crds/values/written-forms.ts';
import { Button } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isLanguage } from '../../../../shared/language.ts';
import { call } from '../../../http/call.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { LetterPreview } from './LetterPreview.tsx';
import { TrialForm } from './TrialForm.tsx';
import { type LetterChoice, useLetter } from './use-letter.ts';

/** The api's name for a trial of the connection without a mail. */
const nobody = 'TestSmtpServer';

/** Shows the letters, connects to the mail server, or sends one mail: the provider's own text, or the letter that the preview shows. */
export function MailTrial({ object, isIncomplete }: { object: Row; isIncomplete: boolean }) {
  const { t, language } = useTranslation('editor');
  const notify = useNotify();
  const [address, setAddress] = useState('');
  const [choice, choose] = useState<LetterChoice>({
    letter: 'code',
    language: isLanguage(language) ? language : 'en',
  });
  const { data: written, error } = useLetter(choice);
  const { name, displayName, mailTemplates } = object;
  const isPlain = object.content !== '' && (mailTemplates as unknown[]).length === 0;
  const { title, content } = isPlain || !written ? object : written;
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
    <>
      <LetterPreview {...{ choice, choose, written, error }} />
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
    </>
  );
}
