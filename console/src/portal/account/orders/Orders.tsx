import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { Alert } from '../../frame/Alert.tsx';
import { pricePaid, titleOf } from '../../order/order.ts';
import { stateWord } from '../../order/state-word.ts';
import { said, t } from '../../words.ts';
import { Loading } from '../Loading.tsx';
import { momentText } from '../moment.ts';
import type { SectionProps } from '../section.ts';
import { useList } from '../use-list.ts';

const looks = {
  Created: 'mark plain',
  Paid: 'mark',
  Error: 'mark failed',
  Expired: 'mark failed',
  Refunded: 'mark plain',
} as const satisfies Record<Payment['state'], string>;

/** Everything that the user has ordered, the latest first. */
export function Orders({ account: { user } }: SectionProps) {
  const whose = new URLSearchParams({ organization: user.owner, user: user.name });
  const { rows, failure } = useList<Payment>(`get-user-payments?${whose}`);
  const latestFirst = rows?.toSorted((one, other) => other.createdTime.localeCompare(one.createdTime));
  return (
    <section className="panel" aria-label={t('accountOrders')}>
      <Alert>{said(failure)}</Alert>
      {!rows && !failure && <Loading />}
      {rows?.length === 0 && <p>{t('accountOrdersNone')}</p>}
      <ul className="things">
        {latestFirst?.map((payment) => (
          <li key={payment.name}>
            <Order payment={payment} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Order({ payment }: { payment: Payment }) {
  const { name, state, createdTime, isByHand } = payment;
  const title = titleOf(payment);
  return (
    <>
      <div className="what">
        <strong>{title}</strong> <span className={looks[state]}>{t(stateWord(state))}</span>{' '}
        {isByHand && <span className="mark plain">{t('orderByHand')}</span>}
        <small>{pricePaid(payment)}</small>
        <small>{t('accountOrderOf', { time: momentText(createdTime), name })}</small>
      </div>
      <a
        className="button secondary"
        href={`/payments/${encodeURIComponent(name)}/result`}
        aria-label={`${t('accountOrderShow')}: ${title}, ${name}`}
      >
        {t('accountOrderShow')}
      </a>
    </>
  );
}
