import { Refusal } from '../../../core/errors.ts';
import type { Renewal, Till } from '../channel.ts';
import type { RenewalRef, RenewalReport } from '../renewal.ts';
import { ask } from './gateway.ts';
import {
  hasEnded,
  nothing,
  type PayPalSubscription,
  paidTransactions,
  pathOf,
  subscriptionForm,
} from './subscription.ts';

const fetch = ({ id }: RenewalRef, till: Till): Promise<PayPalSubscription> =>
  ask(till, { path: pathOf(id) }, subscriptionForm);

/** PayPal suspends a subscription after some failed charges. */
function stateOf(found: PayPalSubscription): RenewalReport['state'] {
  if (hasEnded(found)) return 'ended';
  return found.status === 'SUSPENDED' || (found.billing_info?.failed_payments_count ?? 0) > 0 ? 'pastDue' : 'active';
}

async function askRenewal(ref: RenewalRef, till: Till): Promise<RenewalReport> {
  const found = await fetch(ref, till);
  const next = found.billing_info?.next_billing_time;
  const cycles = await paidTransactions(ref.id, ref.createdTime, till);
  return { state: stateOf(found), nextTime: next ? new Date(next) : undefined, cycles };
}

/** PayPal refuses to cancel what has ended, so its state decides. */
async function cancel(ref: RenewalRef, till: Till): Promise<void> {
  const body = JSON.stringify({ reason: 'The subscriber or the seller has ended it.' });
  try {
    await ask(till, { path: `${pathOf(ref.id)}/cancel`, body }, nothing);
  } catch (error) {
    if (!(error instanceof Refusal) || !hasEnded(await fetch(ref, till))) throw error;
  }
}

/**
 * Subscriptions v1 and Catalog Products v1 by PayPal's own description in OpenAPI (github.com/paypal/paypal-rest-api-specifications:
 * billing_subscriptions_v1 and catalogs_products_v1, read 2026-11-29).
 */
export const payPalRenewal: Pick<Renewal, 'ask' | 'cancel'> = { ask: askRenewal, cancel };
