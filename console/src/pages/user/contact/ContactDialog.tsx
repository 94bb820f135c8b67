import { FormGroup, TextInput } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredId } from '../../../fields/use-stored-id.ts';
import { call } from '../../../http/call.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useRefresh } from '../use-refresh.ts';
import { CodeCaptcha } from './CodeCaptcha.tsx';
import { CodeInput } from './CodeInput.tsx';
import type { ContactType } from './codes.ts';
import { useCode } from './use-code.ts';

interface Props {
  type: ContactType;
  onClose: () => void;
}

const inputs = {
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
} as const;

/** Changes the user's own email or phone with a code that goes to the new one. */
export function ContactDialog({ type, onClose }: Props) {
  const { t } = useTranslation('users');
  const notify = useNotify();
  const refresh = useRefresh(useStoredId());
  const id = useId();
  const [dest, setDest] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');

  const sending = useCode(type, dest.trim(), setProblem);
  const reset = useMutation({
    mutationFn: async () => {
      await call('reset-email-or-phone', { body: { type, dest, code }, kind: 'user' });
      await refresh(type);
    },
    onSuccess() {
      notify('success', t(`resetDone.${type}`));
      onClose();
    },
    onError: (error) => setProblem(error.message),
  });
  function submit() {
    const why = dest.trim() === '' ? t(`empty.${type}`) : code === '' ? t('emptyCode') : '';
    setProblem(why);
    if (!why) reset.mutate();
  }
  const { asked } = sending;
  // One dialog at a time: a second one would hide the page from screen readers and show it again too early.
  if (asked) return <CodeCaptcha sending={sending} asked={asked} />;
  return (
    <FormDialog
      title={t(`reset.${type}`)}
      action={t('common:confirm')}
      problem={problem}
      isBusy={reset.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormGroup label={t(`new.${type}`)} fieldId={id}>
        <TextInput {...inputs[type]} id={id} value={dest} onChange={(_event, text) => setDest(text)} />
      </FormGroup>
      <CodeInput sending={sending} value={code} onChange={setCode} />
    </FormDialog>
  );
}
