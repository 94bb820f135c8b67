import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { priceOf } from '@doorwright/crds/values/money.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { webAddress } from '../frame/links.ts';
import type { Organization } from '../page.ts';
import { t, type Word } from '../words.ts';
import { OrderFacts } from './OrderFacts.tsx';
import { type Order, pricePaid } from './order.ts';
import { stateWord } from './state-word.ts';

const titles: Readonly<Partial<Record<Payment['state'], Word>>> = { Paid: 'orderPaid', Refunded: 'orderRefunded' };

const pictures = {
  good: 'm7 12.5 3.5 3.5L17 9',
  bad: 'm8 8 8 8m0-8-8 8',
} as const;

const Picture = ({ look }: { look: keyof typeof pictures }) => (
  <svg className={`outcome ${look}`} viewBox="0 0 24 24" width="72" height="72" aria-hidden="true">
    <circle cx="12" cy="12" r="11" />
    <path d={pictures[look]} />
  </svg>
);

/** An order whose result is known. */
export function Ended({ payment, returnTo, organization }: Order & { organization: Organization | undefined }) {
  const { state, message, refundedAmount, currency, productName } = payment;
  const word = titles[state];
  const title = t(word ?? 'orderFailed');
  const shop = webAddress(returnTo);
  const isPartly = state === 'Paid' && refundedAmount > 0;
  return (
    <Door organization={organization} title={title} isWide>
      <p className="unseen" role="status">
        {title}
      </p>
      <Picture look={word ? 'good' : 'bad'} />
      {!word && (
        <Alert>
          {t('orderState', { state: t(stateWord(state)) })}
          {message && <p>{message}</p>}
        </Alert>
      )}
      {state === 'Refunded' && <Alert look="info">{t('orderRefundedLead')}</Alert>}
      {isPartly && (
        <Alert look="info">
          {t('orderPartlyRefunded', {
            price: pricePaid({ price: priceOf({ amount: refundedAmount, currency }), currency }),
          })}
        </Alert>
      )}
      <OrderFacts payment={payment} />
      {shop && <p className="order-lead">{t('orderReturnLead')}</p>}
      <div className="ways">
        <a className="button primary" href={shop ?? '/'}>
          {t(shop ? 'orderReturn' : 'backHome')}
        </a>
        {!word && productName && (
          <a className="button secondary" href={`/products/${encodeURIComponent(productName)}/buy`}>
            {t('orderBuyAgain')}
          </a>
        )}
      </div>
    </Door>
  );
}
