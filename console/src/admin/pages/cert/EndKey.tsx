import { Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../http/call.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { focusMain } from '../../ui/page-focus.ts';
import { useTranslation } from '../../words/use-translation.ts';

const ConfirmDialog = lazyDialog([], async () => (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog);

/** Revokes a leaked key after a confirmation. */
export function EndKey({ cert, kid }: { cert: string; kid: string }) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isEnded = useRef(false);
  // The button disappears with the key's row.
  useEffect(() => () => void (isEnded.current && focusMain()), []);
  const end = useMutation({
    mutationFn: () => call('delete-cert-key', { body: { owner: 'admin', name: cert, kid } }),
    onSuccess: () => {
      isEnded.current = true;
      notify('success', t('certKeys.ended'));
    },
    onError: (error) => notify('danger', error.message),
    onSettled: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: ['cert', 'keys', cert] });
    },
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        isDanger
        aria-label={`${t('certKeys.end')} ${kid}`}
        onClick={() => setAsking(true)}
      >
        {t('certKeys.end')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('certKeys.sureToEnd', { kid })}
          about={t('certKeys.endAbout')}
          stay={t('common:cancel')}
          onStay={() => setAsking(false)}
        >
          <Button variant="danger" isLoading={end.isPending} onClick={() => end.mutate()}>
            {t('certKeys.end')}
          </Button>
        </ConfirmDialog>
      )}
    </>
  );
}
