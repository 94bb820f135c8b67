import type { Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { isGlobalAdmin, useAccount } from '../../../session/account.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { idOf, readPayment } from './payment-queries.ts';

const ReasonDialog = lazyDialog([], async () => (await import('../../../ui/ReasonDialog.tsx')).ReasonDialog);

/** What it means that a person has set the state or the price, and the reason with which the payment counts. */
export function ByHand({ object, refresh }: { object: Row; refresh: (stored: Row) => void }) {
  const { t } = useTranslation('sales');
  const account = useAccount();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const confirm = useMutation({
    mutationFn: (confirmation: string) =>
      call('update-payment', { query: { id: idOf(object), columns: 'confirmation' }, body: { confirmation } }),
    async onSuccess() {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: ['payment'] });
      refresh(await readPayment(object));
    },
  });
  const reason = String(object.confirmation ?? '');
  const mayConfirm = Boolean(account && isGlobalAdmin(account));
  return (
    <>
      <Alert
        isInline
        variant={reason ? 'info' : 'warning'}
        className="above"
        title={t(reason ? 'byHand.confirmed' : 'byHand.title')}
        actionLinks={
          mayConfirm &&
          !reason && (
            <Button variant="link" isInline onClick={() => setAsking(true)}>
              {t('byHand.confirm')}
            </Button>
          )
        }
      >
        {reason || t(mayConfirm ? 'byHand.about' : 'byHand.aboutOthers')}
      </Alert>
      {isAsking && (
        <ReasonDialog
          title={t('byHand.dialog')}
          about={t('byHand.dialogAbout')}
          action={t('byHand.confirm')}
          isBusy={confirm.isPending}
          problem={confirm.error?.message}
          onGive={(given) => confirm.mutate(given)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
