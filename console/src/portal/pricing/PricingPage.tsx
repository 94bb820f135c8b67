import '../frame/mark.css';
import '../shop/shop.css';
import './pricing.css';
import { useState } from 'react';
import { CallError } from '../../shared/exchange.ts';
import { Alert } from '../frame/Alert.tsx';
import { Problem } from '../frame/Problem.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { BarePageProps } from '../page.ts';
import { ShopFrame } from '../shop/ShopFrame.tsx';
import { said, t } from '../words.ts';
import { Chosen } from './Chosen.tsx';
import { type Choice, choiceIn, keepInAddress, soldPeriods } from './choice.ts';
import { Enter } from './Enter.tsx';
import { PeriodSwitch } from './PeriodSwitch.tsx';
import { PlanCard } from './PlanCard.tsx';
import { type Offer, usePricing } from './use-pricing.ts';

const isMissing = (problem: Error) => problem instanceof CallError && problem.code === 'pricing-missing';

/** The plans of an organization side by side. Everybody sees them, and signed-in people pay or try. */
export function PricingPage({ query, params: { owner = '', name = '' } }: BarePageProps) {
  const { offer, problem, read } = usePricing(owner, name);
  if (problem)
    return (
      <Problem
        title={isMissing(problem) ? t('pricingMissing') : t('pricingTitle')}
        action={
          <a className="button secondary" href="/">
            {t('backHome')}
          </a>
        }
      >
        {said(problem)}
      </Problem>
    );
  if (!offer) return <Waiting>{t('loading')}</Waiting>;
  return <Plans offer={offer} owner={owner} query={query} onChanged={() => void read()} />;
}

interface Props {
  offer: Offer;
  owner: string;
  query: URLSearchParams;
  onChanged: () => void;
}

function Plans({ offer: { visitor, organization, pricing }, owner, query, onChanged }: Props) {
  const [choice, setChoice] = useState(() => choiceIn(query, pricing));
  const sold = soldPeriods(pricing);
  const plan = pricing.plans.find(({ id }) => id === choice.plan);

  function choose(next: Choice): void {
    setChoice(next);
    keepInAddress(next);
  }

  return (
    <ShopFrame title={pricing.displayName} buyer={visitor} organization={organization}>
      <h1 tabIndex={-1}>{pricing.displayName}</h1>
      {pricing.description && <p className="lead">{pricing.description}</p>}
      {sold.length > 1 && (
        <PeriodSwitch periods={sold} period={choice.period} onChange={(period) => choose({ ...choice, period })} />
      )}
      {pricing.plans.length === 0 && <Alert look="info">{t('pricingNoPlans')}</Alert>}
      <ul className="plans">
        {pricing.plans.map((each) => (
          <PlanCard
            key={each.id}
            plan={each}
            pricing={pricing}
            period={choice.period}
            isChosen={each.id === choice.plan}
            onChoose={() => choose({ ...choice, plan: each.id })}
          />
        ))}
      </ul>
      {!visitor && plan && <Enter owner={owner} signUp={pricing.signUp} title={plan.displayName} />}
      {visitor && plan && <Chosen pricing={pricing} plan={plan} choice={choice} onChanged={onChanged} />}
    </ShopFrame>
  );
}
