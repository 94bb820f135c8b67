import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { t } from '../words.ts';
import { pricePaid, titleOf } from './order.ts';

/** What was ordered. */
export const OrderFacts = ({ payment }: { payment: Payment }) => (
  <dl className="facts">
    <div>
      <dt>{t('orderProduct')}</dt>
      <dd>{titleOf(payment)}</dd>
    </div>
    <div>
      <dt>{t('shopPrice')}</dt>
      <dd>{pricePaid(payment)}</dd>
    </div>
    <div>
      <dt>{t('orderNumber')}</dt>
      <dd className="whole">{payment.name}</dd>
    </div>
    {payment.isByHand && (
      <div>
        <dt className="unseen">{t('orderOrigin')}</dt>
        <dd>
          <span className="mark plain">{t('orderByHand')}</span>
        </dd>
      </div>
    )}
  </dl>
);
