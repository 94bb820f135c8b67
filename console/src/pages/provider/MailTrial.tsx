import type { Row } from '@doorwright/crds';
import { descriptionOf, missingFields } from '@doorwright/crds/providers/described.ts';
import { isEmail } from '@doorwright/crds/values/written-forms.ts';
import { ActionGroup, Button, Content, Form, FormGroup, TextInput } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../http/call.ts';
import { useNotify } from '../../ui/Notices.tsx';

/** The api's name for a trial of the connection without a mail. */
const nobody = 'TestSmtpServer';

/** Tries the stored provider: connects to its mail server, or sends one mail. */
export function MailTrial({ object }: { object: Row }) {
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
  if (descriptionOf(object)?.trial !== 'mail') return null;
  const isIncomplete = missingFields(object).length > 0;
  const send = () => isEmail(address) && trial.mutate(address);
  return (
    <section className="below" aria-label={t('provider.testEmail')}>
      <Content component="h2">{t('provider.testEmail')}</Content>
      <Content component="p">{t('provider.testAbout')}</Content>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <FormGroup label={t('provider.testAddress')} fieldId="test-email">
          <TextInput
            id="test-email"
            type="email"
            value={address}
            autoComplete="email"
            onChange={(_event, text) => setAddress(text.trim())}
          />
        </FormGroup>
        <ActionGroup>
          <Button variant="secondary" isDisabled={trial.isPending || isIncomplete} onClick={() => trial.mutate(nobody)}>
            {t('provider.testConnection')}
          </Button>
          <Button variant="secondary" type="submit" isDisabled={trial.isPending || isIncomplete || !isEmail(address)}>
            {t('provider.sendTestEmail')}
          </Button>
        </ActionGroup>
      </Form>
    </section>
  );
}
