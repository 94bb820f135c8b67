import type { Period } from '@doorwright/crds/options/periods.ts';
import { priceText } from '../../shared/price-text.ts';
import { dateText } from '../account/moment.ts';
import { Button } from '../frame/Button.tsx';
import { counted, t, type Word } from '../words.ts';
import { isChange, isTriable, priceIn, renews } from './choice.ts';
import type { Plan, Pricing } from './use-pricing.ts';

const perPeriod: Readonly<Record<Period, Word>> = { month: 'pricingPerMonth', year: 'pricingPerYear' };

interface Props {
  plan: Plan;
  pricing: Pricing;
  period: Period;
  isChosen: boolean;
  onChoose: () => void;
}

/** What the visitor has of a plan, in words. */
function ownedText({ own }: Pricing, { id }: Plan): string {
  if (!own?.isRunning) return '';
  if (own.nextPlan === id) return t('pricingChanges', { date: dateText(own.endDate) });
  if (own.plan !== id) return '';
  if (own.state === 'Active' && own.renewalTime) return t('pricingRenews', { date: dateText(own.renewalTime) });
  return own.endDate ? t('pricingYoursUntil', { date: dateText(own.endDate) }) : t('pricingYours');
}

function Price({ plan, period }: Pick<Props, 'plan' | 'period'>) {
  const price = priceIn(plan, period);
  if (price <= 0)
    return (
      <p className="plan-price">
        <small>{t('pricingNotSold')}</small>
      </p>
    );
  return (
    <p className="plan-price">
      <strong>{priceText(price, plan.currency, document.documentElement.lang)}</strong>{' '}
      <small>
        {plan.currency}, {t(perPeriod[period])}
      </small>
    </p>
  );
}

/** One plan: its price in the chosen period, what it contains, and the way to it. */
export function PlanCard({ plan, pricing, period, isChosen, onChoose }: Props) {
  const owned = ownedText(pricing, plan);
  const mayTry = isTriable(pricing, plan.id);
  const word = isChange(pricing, plan.id) ? 'pricingChange' : owned ? 'pricingRenew' : 'pricingChoose';
  // A plan without an end needs no money.
  const isForever = pricing.own?.isRunning === true && pricing.own.endDate === '';
  const isRenewed = renews(pricing) && pricing.own?.plan === plan.id;
  return (
    <li className={isChosen ? 'plan chosen' : 'plan'}>
      <h2>{plan.displayName}</h2>
      {owned && <p className="mark plan-owned">{owned}</p>}
      <Price plan={plan} period={period} />
      {plan.description && <p>{plan.description}</p>}
      <ul className="plan-options">
        {plan.options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
      {mayTry && <p className="plan-trial">{counted('pricingTrial', pricing.trialDuration)}</p>}
      {!isForever && !isRenewed && (priceIn(plan, period) > 0 || mayTry) && (
        <Button
          look={isChosen ? 'primary' : 'secondary'}
          aria-label={`${t(word)}: ${plan.displayName}`}
          onClick={onChoose}
        >
          {t(word)}
        </Button>
      )}
    </li>
  );
}
