import type { Period } from '@doorwright/crds/options/periods.ts';
import { useEffect, useState } from 'react';
import { call } from '../call.ts';
import type { Channel } from '../shop/channels.ts';
import { isChange, priceIn } from './choice.ts';
import type { Plan, Pricing } from './use-pricing.ts';

/** What is to pay for a chosen plan, how, and when it begins. */
export interface Terms {
  channels: Channel[];
  price: number;
  change?: { isAtOnce: boolean; price: number; endDate: string };
}

async function readTerms(pricing: Pricing, plan: Plan, period: Period): Promise<Terms> {
  const query = { id: plan.id, pricing: pricing.id, period };
  const { data: channels } = await call<Channel[]>('get-plan-channels', { query });
  if (!isChange(pricing, plan.id)) return { channels, price: priceIn(plan, period) };
  const { data: change } = await call<NonNullable<Terms['change']>>('get-plan-change', { query });
  return { channels, price: change.price, change };
}

/** Reads the terms again for another choice. The terms of an earlier choice are never shown. */
export function useTerms(pricing: Pricing, plan: Plan, period: Period) {
  const [terms, setTerms] = useState<Terms>();
  const [problem, setProblem] = useState<Error>();
  useEffect(() => {
    let isCurrent = true;
    setTerms(undefined);
    setProblem(undefined);
    readTerms(pricing, plan, period).then(
      (found) => isCurrent && setTerms(found),
      (error) => isCurrent && setProblem(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [pricing, plan, period]);
  return { terms, problem };
}
