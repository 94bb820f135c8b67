import type { Period } from '@doorwright/crds/options/periods.ts';
import { priceText } from '../../shared/price-text.ts';
import { dateText } from '../account/moment.ts';
import { Button } from '../frame/Button.tsx';
import { counted, t, type Word } from '../words.ts';
import { isTriable, priceIn } from './choice.ts';
import type { Plan, Pricing } from './use-pricing.ts';

const perPeriod: Readonly<Record<Period, Word>> = { month: 'pricingPerMonth', year: 'pricingPerYear' };

interface Props {
  plan: Plan;
  pricing: Pricing;
  period: Period;
  isChosen: boolean;
  onChoose: () => void;
}

/** Says what the visitor has of a plan. */
function Owned({ own }: Pick<Pricing, 'own'>) {
  if (!own) return null;
  const text = own.endDate ? t('pricingYoursUntil', { date: dateText(own.endDate) }) : t('pricingYours');
  return <p className="mark plan-owned">{text}</p>;
}

/** One plan: its price in the chosen period, what it contains, and the way to it. */
export function PlanCard({ plan, pricing, period, isChosen, onChoose }: Props) {
  const price = priceIn(plan, period);
  const isOwn = pricing.own?.isRunning === true && pricing.own.plan === plan.id;
  const isElsewhere = pricing.own?.isRunning === true && pricing.own.state !== 'Trial' && !isOwn;
  return (
    <li className={isChosen ? 'plan chosen' : 'plan'}>
      <h2>{plan.displayName}</h2>
      {isOwn && <Owned own={pricing.own} />}
      {price > 0 ? (
        <p className="plan-price">
          <strong>{priceText(price, plan.currency, document.documentElement.lang)}</strong>{' '}
          <small>
            {plan.currency}, {t(perPeriod[period])}
          </small>
        </p>
      ) : (
        <p className="plan-price">
          <small>{t('pricingNotSold')}</small>
        </p>
      )}
      {plan.description && <p>{plan.description}</p>}
      <ul className="plan-options">
        {plan.options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
      {isTriable(pricing, plan.id) && <p className="plan-trial">{counted('pricingTrial', pricing.trialDuration)}</p>}
      {!isElsewhere && (price > 0 || isTriable(pricing, plan.id)) && (
        <Button
          look={isChosen ? 'primary' : 'secondary'}
          aria-label={`${t(isOwn ? 'pricingRenew' : 'pricingChoose')}: ${plan.displayName}`}
          onClick={onChoose}
        >
          {t(isOwn ? 'pricingRenew' : 'pricingChoose')}
        </Button>
      )}
    </li>
  );
}
