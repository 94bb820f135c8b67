import type { Currency } from '@doorwright/crds/values/currencies.ts';
import { useState } from 'react';
import { type Account, readAccount } from '../account.ts';
import { call } from '../call.ts';
import { useOnce } from '../frame/use-once.ts';
import type { Organization } from '../page.ts';

export interface Plan {
  id: string;
  displayName: string;
  description: string;
  options: string[];
  pricePerMonth: number;
  pricePerYear: number;
  currency: Currency;
}

/** What the visitor has here. */
interface Own {
  plan: string;
  state: string;
  endDate: string;
  isRunning: boolean;
  nextPlan: string;
  /** When a payment service renews it by itself. Empty if each period is ordered. */
  renewalTime: string;
}

export interface Pricing {
  id: string;
  displayName: string;
  description: string;
  /** The application where visitors sign up, or empty. */
  signUp: string;
  trialDuration: number;
  plans: Plan[];
  own: Own | null;
  tried: string[];
}

/** Everything that the page of a pricing shows. */
export interface Offer {
  visitor: Account | undefined;
  organization: Organization | undefined;
  pricing: Pricing;
}

async function readOffer(owner: string, name: string): Promise<Offer> {
  const [visitor, { data: organization }, { data: pricing }] = await Promise.all([
    readAccount(),
    call<Organization | null>('get-organization', { query: { id: `admin/${owner}` } }),
    call<Pricing>('get-pricing-page', { query: { id: `${owner}/${name}` } }),
  ]);
  return { visitor, organization: organization ?? undefined, pricing };
}

/** Reads a pricing, and reads it again when the server has refused a choice. */
export function usePricing(owner: string, name: string) {
  const [offer, setOffer] = useState<Offer>();
  const [problem, setProblem] = useState<Error>();
  const read = () => readOffer(owner, name).then(setOffer, setProblem);
  useOnce(() => void read());
  return { offer, problem, read };
}
