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
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before all second factors of a user are removed. */
export function ResetFactors({ owner, name, onDone, onClose }: Props) {
  const { t } = useTranslation('users');
  const notify = useNotify();
  const refresh = useRefresh({ owner, name });
  const reset = useMutation({
    mutationFn: () => call('reset-factors', { body: { owner, name } }),
    async onSuccess() {
      notify('success', t('factorsResetDone'));
      await onDone();
      await refresh('secondFactors');
      onClose();
    },
    onError(error) {
      notify('danger', t('factorsResetFailed', { error: error.message }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('factorsResetSure', { name })}
      about={t('factorsResetAbout')}
      stay={t('common:cancel')}
      onStay={onClose}
    >
      <Button variant="danger" isLoading={reset.isPending} isDisabled={reset.isPending} onClick={() => reset.mutate()}>
        {t('factorsReset')}
      </Button>
    </ConfirmDialog>
  );
}
