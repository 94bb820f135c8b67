import { Button } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

interface Props {
  owner: string;
  name: string;
  onClose: () => void;
}

/** Asks before a user gets a letter by which they choose their password. */
export function SendLink({ owner, name, onClose }: Props) {
  const { t } = useTranslation('users');
  const notify = useNotify();
  const send = useMutation({
    mutationFn: () => call('send-password-link', { kind: 'user', body: { owner, name } }),
    onSuccess: () => notify('success', t('linkSent'), 'care'),
    onError: (error) => notify('danger', t('linkNotSent', { error: error.message })),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog title={t('linkSure', { name })} about={t('linkAbout')} stay={t('common:cancel')} onStay={onClose}>
      <Button isLoading={send.isPending} isDisabled={send.isPending} onClick={() => send.mutate()}>
        {t('linkSend')}
      </Button>
    </ConfirmDialog>
  );
}
