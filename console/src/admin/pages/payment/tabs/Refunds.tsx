import type { Row } from '@doorwright/crds';
import { Button, Content } from '@patternfly/react-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isGlobalAdmin, useAccount } from '../../../session/account.ts';
import { FailedState } from '../../../ui/FailedState.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { readPayment, refundsQuery } from './payment-queries.ts';
import { RefundTable } from './RefundTable.tsx';
import './refunds.css';

const RefundDialog = lazyDialog(['sales'], async () => (await import('./RefundDialog.tsx')).RefundDialog);

/** The money of a payment that went back, and the dialog that gives more of it back. */
export function Refunds({ object, refresh }: { object: Row; refresh: (stored: Row) => void }) {
  const { t } = useTranslation('sales');
  const account = useAccount();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(refundsQuery(object));
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const mayRefund = Boolean(account && isGlobalAdmin(account));
  const isPaid = object.state === 'Paid';

  async function end() {
    void queries.invalidateQueries({ queryKey: ['payment'] });
    refresh(await readPayment(object));
  }

  return (
    <section className="below" aria-label={t('refunds.title')}>
      {data.length === 0 && <Content component="p">{t('refunds.none')}</Content>}
      {data.length > 0 && <RefundTable refunds={data} />}
      {mayRefund && isPaid && (
        <Button variant="secondary" className="payment-refund" onClick={() => setAsking(true)}>
          {t('refunds.open')}
        </Button>
      )}
      {mayRefund && !isPaid && <Content component="small">{t('refunds.onlyPaid')}</Content>}
      {!mayRefund && <Content component="small">{t('refunds.onlyGlobal')}</Content>}
      {isAsking && <RefundDialog payment={object} onRefunded={end} onClose={() => setAsking(false)} />}
    </section>
  );
}
