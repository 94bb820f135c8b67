import { Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { priceText } from '../../../../shared/price-text.ts';
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
  return (
    <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('refunds.title')}>
      <Thead>
        <Tr>
          {heads.map((head) => (
            <Th key={head} modifier="nowrap">
              {head}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {refunds.map((refund) => (
          <Tr key={refund.id}>
            {cellsOf(refund).map((cell, at) => (
              <Td key={heads[at]} dataLabel={heads[at] ?? ''} modifier="breakWord">
                {cell}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
