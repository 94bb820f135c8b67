import { useEffect, useRef, useState } from 'react';
import { priceText } from '../../shared/price-text.ts';
import { dateText } from '../account/moment.ts';
import { call } from '../call.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { PayBox } from '../shop/PayBox.tsx';
import { counted, type Sentence, said, t } from '../words.ts';
import { type Choice, isTriable, priceIn, renews } from './choice.ts';
import { eachPeriod, RenewalChoice } from './RenewalChoice.tsx';
import type { Plan, Pricing } from './use-pricing.ts';
import { useTerms } from './use-terms.ts';

interface Props {
  pricing: Pricing;
  plan: Plan;
  choice: Choice;
  /** What the visitor has may have changed. */
  onChanged: () => void;
}

/** The chosen plan of somebody who is signed in: its trial, the ways to pay for it, or its begin at the end of the present plan. */
export function Chosen({ pricing, plan, choice: { period }, onChanged }: Props) {
  const { terms, problem } = useTerms(pricing, plan, period);
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const [wantsRenewal, setRenewal] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const query = { id: plan.id, pricing: pricing.id };
  const textOf = (amount: number) => priceText(amount, plan.currency, document.documentElement.lang);
  const price = terms && terms.price > 0 ? textOf(terms.price) : '';
  // A change at once costs less than the plan.
  const rest = terms?.change?.isAtOnce ? priceIn(plan, period) - terms.price : 0;

  const renewing = terms?.change ? [] : (terms?.channels.filter(({ canRenew }) => canRenew) ?? []);
  const isRenewing = wantsRenewal && renewing.length > 0;
  const channels = isRenewing ? renewing : (terms?.channels ?? []);

  useEffect(() => {
    if (terms) head.current?.focus();
  }, [terms]);

  async function act(name: string, more: Record<string, string> = {}) {
    setFailure('');
    setBusy(true);
    await call(name, { query: { ...query, ...more }, body: {} }).then(onChanged, setFailure);
    setBusy(false);
  }

  async function order(providerName: string): Promise<string> {
    const name = terms?.change ? 'change-plan' : 'buy-plan';
    const renewal = isRenewing && { isRenewing: 'true' };
    const { data } = await call<string>(name, { query: { ...query, period, providerName, ...renewal }, body: {} });
    return data;
  }

  return (
    <section className="chosen-plan" aria-labelledby="chosen">
      <h2 id="chosen" tabIndex={-1} ref={head}>
        {price ? `${plan.displayName}: ${price}` : plan.displayName}
      </h2>
      <Alert>{said(failure || (problem ?? ''))}</Alert>
      {rest > 0 && <p>{t('pricingRest', { price: textOf(rest) })}</p>}
      {!terms && !problem && <p role="status">{t('loading')}</p>}
      {terms && isTriable(pricing, plan.id) && (
        <Button isBusy={isBusy} onClick={() => void act('start-trial')}>
          {counted('pricingStartTrial', pricing.trialDuration)}
        </Button>
      )}
      {terms?.change && renews(pricing) && <Alert look="info">{t('pricingChangeEndsRenewal')}</Alert>}
      {terms?.change && !terms.change.isAtOnce && (
        <Button isBusy={isBusy} onClick={() => void act('change-plan', { period })}>
          {t('pricingChangeAtEnd', { date: dateText(terms.change.endDate) })}
        </Button>
      )}
      {terms && price && (
        <PayBox
          channels={channels}
          reason={channels.length === 0 ? 'pricingNoChannel' : undefined}
          each={isRenewing ? eachPeriod(price, period) : undefined}
          order={order}
          onRefused={onChanged}
        >
          {renewing.length > 0 && (
            <RenewalChoice price={price} period={period} isRenewing={isRenewing} onChange={setRenewal} />
          )}
        </PayBox>
      )}
    </section>
  );
}
