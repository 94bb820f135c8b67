import { Label } from '@patternfly/react-core';
import { priceText } from '../../../../shared/price-text.ts';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import type { Refund } from './payment-queries.ts';
import { timeText } from './time-text.ts';

const tones = { pending: 'info', done: 'success', failed: 'danger' } as const;

/** The repayments of a payment. */
export function RefundTable({ refunds }: { refunds: readonly Refund[] }) {
  const { t, language } = useTranslation('sales');
  const heads = (['time', 'price', 'state', 'reason', 'by', 'message'] as const).map((head) => t(`refunds.${head}`));
  const cellsOf = ({ createdTime, price, currency, state, reason, requestedBy, message }: Refund) => [
    <time key="time" dateTime={createdTime}>
      {timeText(createdTime, language)}
    </time>,
    priceText(price, currency, language),
    <Label key="state" isCompact status={tones[state]}>
      {t(`refunds.states.${state}`)}
    </Label>,
    <bdi key="reason">{reason}</bdi>,
    requestedBy,
    <bdi key="message">{message || '–'}</bdi>,
  ];
  const title = t('refunds.title');
  return <PlainTable title={title} heads={heads} rows={refunds} keyOf={({ id }) => id} cellsOf={cellsOf} />;
}
