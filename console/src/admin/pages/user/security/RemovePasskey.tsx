import { Button } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useRefresh } from '../use-refresh.ts';

interface Props {
  owner: string;
  name: string;
  passkey: { id: string; label: string };
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a passkey of a user is removed. */
export function RemovePasskey({ owner, name, passkey: { id, label }, onDone, onClose }: Props) {
  const { t } = useTranslation('users');
  const notify = useNotify();
  const refresh = useRefresh({ owner, name });
  const remove = useMutation({
    mutationFn: () => call('delete-passkey', { body: { id, user: `${owner}/${name}` } }),
    async onSuccess() {
      notify('success', t('passkeyRemoved'));
      await onDone();
      await refresh('webauthnCredentials');
      onClose();
    },
    onError(error) {
      notify('danger', t('passkeyRemoveFailed', { error: error.message }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('passkeyRemoveSure', { passkey: label, name })}
      about={t('passkeyRemoveAbout')}
      stay={t('common:cancel')}
      onStay={onClose}
    >
      <Button
        variant="danger"
        isLoading={remove.isPending}
        isDisabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('passkeyRemove')}
      </Button>
    </ConfirmDialog>
  );
}
