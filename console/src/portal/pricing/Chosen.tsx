import { useEffect, useRef, useState } from 'react';
import { priceText } from '../../shared/price-text.ts';
import { call } from '../call.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { Channel } from '../shop/channels.ts';
import { PayBox } from '../shop/PayBox.tsx';
import { counted, type Sentence, said, t } from '../words.ts';
import { type Choice, isTriable, priceIn } from './choice.ts';
import type { Plan, Pricing } from './use-pricing.ts';

interface Props {
  pricing: Pricing;
  plan: Plan;
  choice: Choice;
  /** What the visitor has may have changed. */
  onChanged: () => void;
}

/** The chosen plan of somebody who is signed in: its trial, and the ways to pay for it. */
export function Chosen({ pricing, plan, choice: { period }, onChanged }: Props) {
  const [channels, setChannels] = useState<Channel[]>();
  const [failure, setFailure] = useState<Sentence>('');
  const [isStarting, setStarting] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const price = priceIn(plan, period);
  const query = { id: plan.id, pricing: pricing.id };

  useEffect(() => {
    head.current?.focus();
    call<Channel[]>('get-plan-channels', { query: { id: plan.id, pricing: pricing.id, period } }).then(
      ({ data }) => setChannels(data),
      setFailure,
    );
  }, [plan.id, pricing.id, period]);

  async function tryIt() {
    setFailure('');
    setStarting(true);
    try {
      await call('start-trial', { query, body: {} });
    } catch (error) {
      setFailure(error as Error);
    }
    setStarting(false);
    onChanged();
  }

  async function order(providerName: string): Promise<string> {
    const { data } = await call<string>('buy-plan', { query: { ...query, period, providerName }, body: {} });
    return data;
  }

  if (!channels && !failure) return <Waiting>{t('loading')}</Waiting>;
  return (
    <section className="chosen-plan" aria-labelledby="chosen">
      <h2 id="chosen" tabIndex={-1} ref={head}>
        {price > 0
          ? `${plan.displayName}: ${priceText(price, plan.currency, document.documentElement.lang)}`
          : plan.displayName}
      </h2>
      <Alert>{said(failure)}</Alert>
      {isTriable(pricing, plan.id) && (
        <Button look="primary" isBusy={isStarting} onClick={() => void tryIt()}>
          {counted('pricingStartTrial', pricing.trialDuration)}
        </Button>
      )}
      {price > 0 && channels && (
        <PayBox
          channels={channels}
          reason={channels.length === 0 ? 'pricingNoChannel' : undefined}
          order={order}
          onRefused={onChanged}
        />
      )}
    </section>
  );
}
