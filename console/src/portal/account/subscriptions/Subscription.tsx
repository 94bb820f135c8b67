import { Button } from '../../frame/Button.tsx';
import { t } from '../../words.ts';
import { markOf, type OwnSubscription, termOf } from './subscription.ts';

interface Props {
  subscription: OwnSubscription;
  /** Support that is signed in as the user changes nothing. */
  isFixed: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onResume: () => void;
}

/** One subscription. What an administrator made, an administrator ends. */
export function Subscription({ subscription, isFixed, isBusy, onCancel, onResume }: Props) {
  const { planDisplayName: plan, pricing, state, isRunning, renewalTime } = subscription;
  const mark = markOf(subscription);
  // Nobody pays by hand for a plan that renews.
  const plans = t(state === 'Active' && renewalTime ? 'pricingChange' : 'accountSubscriptionPlans');
  const isOwn = pricing !== '' && !isFixed;
  const page = `/pricing/${pricing.split('/').map(encodeURIComponent).join('/')}`;
  return (
    <>
      <div className="what">
        <strong>{plan}</strong>{' '}
        {mark && <span className={state === 'PastDue' ? 'mark failed' : 'mark'}>{t(mark)}</span>}
        <small>{termOf(subscription)}</small>
      </div>
      {isOwn && (
        <a className="button secondary" href={page} aria-label={`${plans}: ${plan}`}>
          {plans}
        </a>
      )}
      {isOwn && isRunning && state === 'Cancelled' && (
        <Button
          look="secondary"
          isBusy={isBusy}
          aria-label={`${t('accountSubscriptionResume')}: ${plan}`}
          onClick={onResume}
        >
          {t('accountSubscriptionResume')}
        </Button>
      )}
      {isOwn && isRunning && state !== 'Cancelled' && (
        <Button look="danger" aria-label={t('accountSubscriptionCancelOf', { plan })} onClick={onCancel}>
          {t('accountSubscriptionCancel')}
        </Button>
      )}
    </>
  );
}
